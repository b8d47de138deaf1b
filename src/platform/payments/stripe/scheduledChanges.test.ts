import { Writable } from 'node:stream'
import { beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#platform/log/log.ts'
import { aPrice, DAY, recurring, START } from '#test/fakes/stripe/catalogueObjects.ts'
import { openTestStripe } from '#test/fakes/stripe/openTestStripe.ts'
import { setUpStripe } from '#test/fakes/stripe/setUpStripe.ts'
import { refusal } from '#test/fakes/stripe/startReplayServer.ts'
import { aPhase, aSchedule, aSubscription, PERIOD_END } from '#test/fakes/stripe/subscriptionObjects.ts'

const { server, stripe } = await setUpStripe()

const RETRIEVE = 'GET /v1/subscriptions/sub_1'
const CREATE = 'POST /v1/subscription_schedules'
const UPDATE = 'POST /v1/subscription_schedules/sub_sched_1'
const RELEASE = 'POST /v1/subscription_schedules/sub_sched_1/release'
const failed = refusal(500, { type: 'api_error', message: 'x' })

const scheduled = aSchedule({
  phases: [aPhase('price_month', START, PERIOD_END), aPhase('price_starter', PERIOD_END, PERIOD_END + 30 * DAY)],
})
const form = {
  end_behavior: 'release',
  'phases[0][items][0][price]': 'price_month',
  'phases[0][items][0][quantity]': '1',
  'phases[0][start_date]': String(START),
  'phases[0][end_date]': String(PERIOD_END),
  'phases[0][proration_behavior]': 'none',
  'phases[1][items][0][price]': 'price_starter',
  'phases[1][items][0][quantity]': '1',
  'phases[1][duration][interval]': 'month',
  'phases[1][duration][interval_count]': '1',
  'phases[1][proration_behavior]': 'none',
}
const posted = () => server.requests.filter(({ method }) => method === 'POST').map((request) => [request.path, request.form])

describe('a scheduled change', () => {
  beforeEach(() => server.on('GET /v1/prices/price_starter', aPrice({ id: 'price_starter' })))

  it('is the phase after the paid period', async () => {
    server.on(RETRIEVE, aSubscription(), aSubscription({ schedule: scheduled }))
    server.on(CREATE, aSchedule())
    server.on(UPDATE, scheduled)
    const subscription = await stripe.scheduleChange('sub_1', 'price_starter')
    expect(subscription.scheduled).toEqual({ priceId: 'price_starter', startsAt: new Date(PERIOD_END * 1000) })
    expect(posted()).toEqual([
      ['/v1/subscription_schedules', { from_subscription: 'sub_1' }],
      ['/v1/subscription_schedules/sub_sched_1', form],
    ])
  })

  it('keeps a trial', async () => {
    const trial = aPhase('price_month', START, PERIOD_END, { trial_end: PERIOD_END })
    server.on(RETRIEVE, aSubscription({ status: 'trialing' }))
    server.on(CREATE, aSchedule({ phases: [trial] }))
    server.on(UPDATE, scheduled)
    await stripe.scheduleChange('sub_1', 'price_starter')
    expect(posted()[1]).toEqual([
      '/v1/subscription_schedules/sub_sched_1',
      { ...form, 'phases[0][trial_end]': String(PERIOD_END) },
    ])
  })

  it('replaces an earlier one in one request', async () => {
    server.on('GET /v1/prices/price_year', aPrice({ id: 'price_year', recurring: recurring('year') }))
    const old = aPhase('price_year', START - DAY, START)
    server.on(RETRIEVE, aSubscription({ schedule: { ...scheduled, phases: [old, ...scheduled.phases] } }))
    server.on(UPDATE, scheduled)
    await stripe.scheduleChange('sub_1', 'price_year')
    const yearly = { ...form, 'phases[1][items][0][price]': 'price_year', 'phases[1][duration][interval]': 'year' }
    expect(posted()).toEqual([['/v1/subscription_schedules/sub_sched_1', yearly]])
  })

  it('leaves no schedule behind when it cannot be set', async () => {
    server.on(RETRIEVE, aSubscription())
    server.on(CREATE, aSchedule())
    server.on(UPDATE, failed)
    server.on(RELEASE, aSchedule({ status: 'released' }))
    await expect(stripe.scheduleChange('sub_1', 'price_starter')).rejects.toMatchObject({ failure: 'unavailable' })
    expect(posted().at(-1)).toEqual(['/v1/subscription_schedules/sub_sched_1/release', {}])
  })

  it('fails with the first reason when the schedule cannot be released either', async () => {
    let written = ''
    const destination = new Writable({ write: (chunk, _, done) => ((written += String(chunk)), done()) })
    server.on(RETRIEVE, aSubscription())
    server.on(CREATE, aSchedule())
    server.on(UPDATE, refusal(400, { type: 'invalid_request_error', message: 'x' }))
    server.on(RELEASE, failed)
    const logged = openTestStripe(server.url, { log: createLog({ destination }) })
    await expect(logged.scheduleChange('sub_1', 'price_starter')).rejects.toMatchObject({ failure: 'invalid' })
    expect(JSON.parse(written)).toMatchObject({ schedule: 'sub_sched_1', err: { type: 'PaymentError' } })
  })

  it('stays unchanged when it cannot be replaced', async () => {
    server.on(RETRIEVE, aSubscription({ schedule: scheduled }))
    server.on(UPDATE, failed)
    await expect(stripe.scheduleChange('sub_1', 'price_starter')).rejects.toMatchObject({ failure: 'unavailable' })
    expect(posted()).toHaveLength(1)
  })

  it('to a price that is paid once is refused', async () => {
    server.on('GET /v1/prices/price_starter', aPrice({ recurring: null }))
    await expect(stripe.scheduleChange('sub_1', 'price_starter')).rejects.toMatchObject({ failure: 'invalid' })
    expect(posted()).toEqual([])
  })

  it('is cancelled on request', async () => {
    server.on(RETRIEVE, aSubscription({ schedule: 'sub_sched_1' }), aSubscription())
    server.on(RELEASE, aSchedule({ status: 'released' }))
    expect(await stripe.cancelScheduledChange('sub_1')).toMatchObject({ scheduled: null })
    expect(await stripe.cancelScheduledChange('sub_1')).toMatchObject({ scheduled: null })
    expect(posted()).toEqual([['/v1/subscription_schedules/sub_sched_1/release', {}]])
  })
})
