import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { SPECIFICATION_ROUTES } from '#test/specificationRoutes.ts'

type SpecifiedRoute = (typeof SPECIFICATION_ROUTES)[keyof typeof SPECIFICATION_ROUTES][number]

type CallOptions = {
  /** Values for the parameters of the path, in order. */
  readonly ids?: readonly string[]
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The expected `status`; 0 by default. */
  readonly status?: number
  readonly noToken?: boolean
}

/** A response as parsed by a client that does not have our contracts. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any

/**
 * A client written only from the specification: it sends the headers of A§7 and the fields named in A§7 and B§7, and uses none of
 * our client code. `called` contains the routes it has called, as written in the specification.
 */
export function createLiteralClient(url: string, token: string) {
  const called = new Set<string>()
  const call = async (
    route: SpecifiedRoute,
    { ids = [], query = {}, body, headers = {}, status = 0, noToken = false }: CallOptions = {},
  ): Promise<Json> => {
    called.add(route)
    const [method = '', pattern = ''] = route.split(' ')
    const rest = [...ids]
    const path = pattern.replaceAll(/:\w+/g, () => encodeURIComponent(rest.shift() ?? ''))
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
    const isForm = body instanceof FormData
    const response = await fetch(`${url}/api${path}${search && `?${search}`}`, {
      method,
      headers: {
        'edit-from': 'web',
        'app-platform': 'web',
        'x-request-id': randomBytes(8).toString('hex'),
        ...(!noToken && { authorization: `bearer ${token}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json;charset=UTF-8' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    const reply = (await response.json()) as Json
    expect([route, response.status, reply.status, reply.msg]).toEqual([route, 200, status, expect.any(String)])
    return reply
  }
  return { call, called }
}

/** Expects an object to have these fields, as listed in the specification. */
export function expectFields(value: Json, fields: readonly string[]): void {
  expect(Object.keys(value ?? {})).toEqual(expect.arrayContaining([...fields]))
}
