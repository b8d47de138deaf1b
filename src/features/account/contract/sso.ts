import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { minutes } from '#shared/units.ts'
import {
  cookie,
  id,
  lastSignInMethod,
  networkLimit,
  notFresh,
  opaqueToken,
  seconds,
  signedIn,
  taken,
  ticketExpired,
} from './signIn.ts'

const identity = z.object({
  id: z.string(),
  sso_type: z.string(),
  name: z.string(),
  account: z.string(),
  is_bound: z.boolean(),
  linked_at: seconds,
  last_used_at: seconds,
})

/** Sign-in with identity providers. The redirects `/auth/sso/:provider/start` and `/callback` are not part of this contract. */
export const ssoContract = {
  redeem: route({
    method: 'POST',
    path: '/auth/sso-callback',
    access: 'public',
    summary: 'Exchange the ticket of a provider sign-in for a session, in the same browser only',
    body: z.object({ ticket: opaqueToken }),
    headers: z.object({ cookie }),
    reply: signedIn,
    refusals: { ticketExpired },
    limits: [networkLimit],
  }),
  list: route({
    method: 'GET',
    path: '/auth/sso-list',
    access: 'signed-in',
    mayNotExist: true,
    summary: "List the caller's sign-in methods",
    reply: z.object({
      data: z.object({
        email: z.string(),
        is_relay: z.boolean(),
        has_password: z.boolean(),
        is_fresh: z.boolean(),
        identities: z.array(identity),
      }),
    }),
  }),
  bind: route({
    method: 'POST',
    path: '/auth/sso-bind',
    access: 'signed-in',
    mayNotExist: true,
    summary: 'Start adding an identity; returns the address to open',
    body: z.object({ sso_type: z.string().check(z.maxLength(32)) }),
    reply: z.object({ data: z.object({ redirect_url: z.string() }) }),
    refusals: { notFresh },
    limits: [{ per: 'user', max: 20, within: minutes(1) }],
  }),
  finishBind: route({
    method: 'POST',
    path: '/auth/sso-bind-finish',
    access: 'signed-in',
    summary: 'Add the identity of a ticket; the session gets a new token, the old one ends',
    body: z.object({ ticket: opaqueToken }),
    headers: z.object({ cookie }),
    reply: signedIn,
    refusals: { ticketExpired, taken },
  }),
  unbind: route({
    method: 'POST',
    path: '/auth/sso-unbind',
    access: 'signed-in',
    mayNotExist: true,
    addsData: false,
    summary: 'Disconnect an identity; it stays in the list until it is deleted',
    body: z.object({ id }),
    reply: z.object({}),
    refusals: { lastSignInMethod, notFresh },
  }),
  remove: route({
    method: 'DELETE',
    path: '/auth/sso-delete',
    access: 'signed-in',
    mayNotExist: true,
    summary: 'Delete an identity; its provider access is revoked',
    query: z.object({ id }),
    reply: z.object({}),
    refusals: { lastSignInMethod, notFresh },
  }),
} as const
