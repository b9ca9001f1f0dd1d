/** The text of a path segment, decoded when it is encoded properly. */
export function segmentText(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
