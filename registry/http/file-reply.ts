import type { FileAnswer, Reply } from './reply.ts';

/**
 * A file always saved, never shown (decisions, ruling 24), under the name the server made. While it grows it goes
 * chunked; once complete it carries its length, an ETag and its digest (RFC 9530). Ranges are ignored.
 */
export function fileReply(file: FileAnswer): Reply {
  const digest = file.sha256 && Buffer.from(file.sha256, 'hex').toString('base64');
  return {
    status: 200,
    headers: {
      'content-type': file.contentType,
      'content-disposition': `attachment; filename="${file.fileName}"`,
      'accept-ranges': 'none',
      ...(file.length !== undefined && { 'content-length': String(file.length) }),
      ...(digest && { etag: `"${file.sha256}"`, 'repr-digest': `sha-256=:${digest}:` }),
    },
    body: { stream: file.open },
  };
}
