import { ApiError } from '#lib/api/error';
import { errorAnswer } from '#lib/api/respond';
import { env } from '#lib/env';
import { requestIdHere } from '#lib/transport/trace';

/** Whatever has no route of its own does not exist, said in the shape of every other error. */
function nothing(): Response {
  const about = { requestId: requestIdHere(), secure: env().secureCookies };
  return errorAnswer(new ApiError('not_found'), about);
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
