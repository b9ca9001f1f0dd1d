import { ApiError } from '#lib/api/error';
import { errorResponse } from '#lib/api/respond';
import { env } from '#lib/env';
import { requestIdHere } from '#lib/transport/trace';

/** Any API path without a route: "not found" in the standard error format. */
function nothing(): Response {
  const about = { requestId: requestIdHere(), secure: env().secureCookies };
  return errorResponse(new ApiError('not_found'), about);
}

export {
  nothing as DELETE,
  nothing as GET,
  nothing as HEAD,
  nothing as OPTIONS,
  nothing as PATCH,
  nothing as POST,
  nothing as PUT,
};
