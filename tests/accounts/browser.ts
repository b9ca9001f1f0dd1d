// A browser for tests of sign-in: stores cookies and calls route handlers as our pages do.

import type { Where } from '#lib/account-api/handler';
import { handleOwnAccount } from '#lib/account-api/own-account';
import { handleEntering } from '#lib/account-api/signing-in';
import { handleInvite, handleUserChange } from '#lib/account-api/users';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { handleSignIn } from '#lib/gateway/sign-in';
import { demoPassword } from '#lib/session/accounts/demo';
import { callGateway, type GatewayFixture, pageRequest, publicUrl } from '../gateway/gateway-fixture.ts';

export type Browser = ReturnType<typeof openBrowser>;

/** A browser that stores cookies and sends the headers our pages send. */
export function openBrowser(
  fixture: GatewayFixture,
  context: GatewayContext,
  jar = new Map<string, string>(),
) {
  const where: Where = { pool: fixture.pool, context };
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const keep = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (/expires=Thu, 01 Jan 1970|max-age=0/i.test(line)) jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  };
  const request = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    pageRequest(path, { cookie: cookie(), method: 'POST', headers, body });
  /** A form without script: only the headers that a browser sends by itself. */
  const form = async (step: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    keep(
      await handleEntering(
        request(`/api/account/sign-in/${step}`, new URLSearchParams(fields).toString(), {
          'content-type': 'application/x-www-form-urlencoded',
          'x-sharebook': '',
          ...headers,
        }),
        step,
        where,
      ),
    );
  return {
    jar,
    cookie,
    keep,
    form,
    /** Redirect target of a form, without the origin. */
    to: async (step: string, fields: Record<string, string>) =>
      (await form(step, fields)).headers.get('location')?.slice(publicUrl.length) ?? null,
    signIn: (email: string, password: string = demoPassword) => form('password', { email, password }),
    own: async (action: string, body: unknown, headers?: Record<string, string>) =>
      keep(await handleOwnAccount(request(`/api/account/${action}`, body, headers), action, where)),
    invite: async (body: unknown, headers?: Record<string, string>) =>
      handleInvite(request('/api/accounts', body, headers), where),
    change: async (id: string, body: unknown) =>
      handleUserChange(request(`/api/accounts/${id}`, body), id, where),
    /** next-auth's own endpoints. */
    auth: async (path: string, init: { method?: string; body?: string } = {}) => {
      const type: Record<string, string> = init.body
        ? { 'content-type': 'application/x-www-form-urlencoded' }
        : {};
      const request = pageRequest(`/api/auth/${path}`, { ...init, cookie: cookie(), headers: type });
      const segments = path.split('?')[0]?.split('/') ?? [];
      return keep(await handleSignIn(request, segments, fixture.pool, context));
    },
    /** 200 with a fully authenticated session, else 401. */
    status: async () =>
      (await callGateway(context, '/api/v1/Issuer/GetTransferAgentIssuers', { cookie: cookie() })).status,
  };
}

/** Code and status of an error response. */
export const rejectionOf = async (response: Response) => {
  const { error } = (await response.json()) as {
    error: { code: string; message: string; fields?: Record<string, string[]> };
  };
  return { status: response.status, ...error };
};
