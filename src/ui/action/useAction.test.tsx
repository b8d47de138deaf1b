import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { Refused, ServerError, Unreachable, client } from '#shared/client.ts'
import { READ_ONLY, route } from '#shared/contract.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { type Action, useAction } from './useAction.ts'

const contract = {
  rename: route({
    method: 'PATCH',
    path: '/thing/:id',
    access: 'signed-in',
    summary: 'Rename',
    params: z.object({ id: z.string() }),
    body: z.object({ name: z.string() }),
    reply: z.object({ data: z.string() }),
    refusals: {
      nameTaken: { status: -1, message: 'This name is taken.' },
      locked: { status: -2, message: 'This is locked.' },
      isCurrent: { status: -3, message: 'This is current.' },
    },
  }),
} as const

type Response = { httpStatus: number; body: Record<string, unknown> }

/** A client whose responses the test gives, and the requests it has sent. */
function thingsClient() {
  const requests: { body: unknown; respond: (response: Partial<Response>) => void; fail: (error: Error) => void }[] = []
  const things = client('things', contract, ({ body }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    requests.push({
      body,
      respond: (response) => resolve({ httpStatus: 200, body: { status: 0, data: 'done' }, ...response }),
      fail: reject,
    })
    return promise
  })
  return { things, requests }
}

type Rename = Action<{ params: { id: string }; body: { name: string } }, { data: string }>

/** Renders a component that has the action, and returns it as it is after each rendering. */
async function renderAction<A>(useIt: () => A) {
  const seen: A[] = []
  const Component = () => {
    seen.push(useIt())
    return null
  }
  const view = await renderWithProviders(<Component />)
  return { ...view, action: () => seen.at(-1)! }
}

const nameInput = (name: string) => ({ params: { id: '1' }, body: { name } })

async function renderRename(show: 'toast' | 'inline' = 'toast') {
  const { things, requests } = thingsClient()
  const { action } = await renderAction<Rename>(() =>
    useAction(things.rename, {
      failure: 'It was not renamed.',
      refusals: {
        nameTaken: 'This name is taken.',
        locked: { warning: 'This is locked now.' },
        isCurrent: null,
        422: 'No name.',
      },
      show,
      success: (_, { body }) => `Renamed to ${body.name}`,
    }),
  )
  return { action, requests }
}

describe('an action', () => {
  it('is busy until the server has replied, and shows a toast then', async () => {
    const { action, requests } = await renderRename()
    const done = action().run(nameInput('A'))
    await waitFor(() => expect(action()).toMatchObject({ isBusy: true, input: nameInput('A') }))
    requests[0]?.respond({})
    expect(await done).toBe(true)
    expect(await screen.findByText('Renamed to A')).toBeTruthy()
    await waitFor(() =>
      expect(action()).toMatchObject({ isBusy: false, isDone: true, input: undefined, result: { data: 'done' } }),
    )
  })

  it('is sent once when it is started twice', async () => {
    const { action, requests } = await renderRename()
    const { run } = action()
    const first = run(nameInput('A'))
    expect(await run(nameInput('A'))).toBe(false)
    expect(await run(nameInput('B'))).toBe(false)
    requests[0]?.respond({})
    expect(await first).toBe(true)
    expect(requests).toHaveLength(1)
    expect(action().run).toBe(run)
    void run(nameInput('B'))
    await waitFor(() => expect(requests).toHaveLength(2))
  })

  it('that is concurrent runs for several inputs at once, for each of them once', async () => {
    const { things, requests } = thingsClient()
    const { action } = await renderAction(() =>
      useAction((name: string) => things.rename(nameInput(name)), { concurrent: true, failure: 'no' }),
    )
    for (const name of ['A', 'B', 'A']) void action().run(name)
    await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ name: 'A' }, { name: 'B' }]))
  })

  it('that is queued is sent when the one before is done', async () => {
    const { things, requests } = thingsClient()
    const { action } = await renderAction(() => useAction((name: string) => things.rename(nameInput(name)), { queue: ['names'] }))
    const all = Promise.all(['A', 'A'].map((name) => action().run(name)))
    await waitFor(() => expect(requests).toHaveLength(1))
    requests[0]?.respond({})
    await waitFor(() => expect(requests).toHaveLength(2))
    requests[1]?.respond({})
    expect(await all).toEqual([true, true])
  })

  it('shows a change at once and takes it back when it fails', async () => {
    const steps: string[] = []
    const { action } = await renderAction(() =>
      useAction(() => Promise.reject(new Unreachable('network')), {
        optimistic: () => {
          steps.push('shown')
          return () => steps.push('taken back')
        },
        onFailure: () => steps.push('failed'),
        onSettled: () => steps.push('settled'),
      }),
    )
    expect(await action().run()).toBe(false)
    expect(steps).toEqual(['shown', 'taken back', 'failed', 'settled'])
  })
})

describe('a failed action', () => {
  const refusal = (status: number) => ({ body: { status, request_id: 'req-1' } })
  it.each([
    ['its own text for a refusal', refusal(-1), 'This name is taken.'],
    ['a warning for a refusal', refusal(-2), 'This is locked now.'],
    ['its own text for a status', { httpStatus: 422, body: {} }, 'No name.'],
    [
      'the reason when nothing more can be added',
      refusal(READ_ONLY.status),
      /^It was not renamed\. The server is almost out of storage/,
    ],
    [
      'that something is gone',
      { httpStatus: 404, body: {} },
      'It was not renamed. This no longer exists. It may have been deleted.',
    ],
    ['only what was not done for a refusal without a text', { httpStatus: 409, body: {} }, 'It was not renamed.'],
  ])('shows %s', async (_, response, text) => {
    const { action, requests } = await renderRename()
    const done = action().run(nameInput('A'))
    await waitFor(() => expect(requests).toHaveLength(1))
    requests[0]?.respond(response)
    expect(await done).toBe(false)
    expect(await screen.findAllByText(text)).not.toEqual([])
    expect(screen.queryByText(/req-1/)).toBeNull()
    expect(action().error).toBeInstanceOf(Refused)
  })

  it('shows the request id of a fault, and not the message of the server', async () => {
    const { action, requests } = await renderRename()
    void action().run(nameInput('A'))
    await waitFor(() => expect(requests).toHaveLength(1))
    requests[0]?.fail(new ServerError('secret words of the server', 'req-77'))
    expect(await screen.findByText('Request ID: req-77')).toBeTruthy()
    expect(screen.getAllByText(/^It was not renamed\. The server had a problem/)).not.toEqual([])
    expect(screen.queryByText(/secret/)).toBeNull()
  })

  it('shows nothing for a refusal whose text is null, which the component shows', async () => {
    const { action, requests } = await renderRename()
    const done = action().run(nameInput('A'))
    await waitFor(() => expect(requests).toHaveLength(1))
    requests[0]?.respond(refusal(-3))
    expect(await done).toBe(false)
    await waitFor(() => expect(action().error).not.toBeNull())
    expect(action().explanation).toBeUndefined()
    expect(screen.queryByText(/It was not renamed/)).toBeNull()
  })

  it('is explained by the component when it is shown inline, until it is reset', async () => {
    const { action, requests } = await renderRename('inline')
    void action().run(nameInput('A'))
    await waitFor(() => expect(requests).toHaveLength(1))
    requests[0]?.respond(refusal(-1))
    await waitFor(() => expect(action().explanation).toMatchObject({ text: 'This name is taken.', isWarning: false }))
    expect(screen.queryByText('This name is taken.')).toBeNull()
    action().reset()
    await waitFor(() => expect(action().explanation).toBeUndefined())
  })
})

/** Each of these lines must not compile. */
export function useUncheckedTexts(): void {
  const { things } = thingsClient()
  // @ts-expect-error a refusal of the route has no text
  useAction(things.rename, { refusals: { nameTaken: 'taken', locked: 'locked' } })
  // @ts-expect-error the route has refusals
  useAction(things.rename, { failure: 'failed' })
  // @ts-expect-error no route has this refusal
  useAction(things.rename, { refusals: { nameTaken: '', locked: '', isCurrent: null, tooMany: '' } })
  // @ts-expect-error without its calls it is not known which refusals there are
  useAction(() => things.rename(nameInput('A')), { refusals: { nameTaken: '' } })
  useAction(() => things.rename(nameInput('A')), {
    calls: [things.rename],
    refusals: { nameTaken: '', locked: '', isCurrent: null },
  })
}
