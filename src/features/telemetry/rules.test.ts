import { describe, expect, it } from 'vitest'
import { minutes, seconds } from '#shared/units.ts'
import {
  type RouteEvent,
  type RouteTimer,
  THRESHOLDS,
  resolveTag,
  exceedsThreshold,
  isIgnored,
  isTag,
  createTag,
  updateRouteTimer,
  eventWeight,
  widthClass,
} from './rules.ts'

const runTimer = (...events: [RouteEvent['kind'], number][]): RouteTimer =>
  events.reduce<RouteTimer>((timer, [kind, time]) => updateRouteTimer(timer, { kind, time }), { startedAt: null })

describe('the timing of a route (A§4)', () => {
  it('starts on navigation and is measured up to 30 seconds', () => {
    expect(runTimer(['left', 100], ['arrived', 350]).result).toEqual({ took: 250, isAbnormal: false })
    expect(runTimer(['left', 0], ['arrived', seconds(30)]).result?.isAbnormal).toBe(false)
  })

  it('is abnormal above 30 seconds', () => {
    expect(runTimer(['left', 0], ['arrived', seconds(30) + 1]).result?.isAbnormal).toBe(true)
  })

  it('restarts when the tab becomes visible again', () => {
    expect(runTimer(['left', 0], ['seen-again', minutes(5)], ['arrived', minutes(5) + 40]).result).toEqual({
      took: 40,
      isAbnormal: false,
    })
  })

  it('restarts with the next navigation and ends once', () => {
    expect(runTimer(['left', 0], ['left', 500], ['arrived', 600]).result?.took).toBe(100)
    expect(runTimer(['left', 0], ['arrived', 10], ['arrived', 20]).result).toBeUndefined()
    expect(runTimer(['seen-again', 5], ['arrived', 10]).result).toBeUndefined()
  })
})

describe('the thresholds (A§9)', () => {
  it('are page load 5 s, API 10 s, upload 600 s, audio 60 s, route 3 s, interaction 500 ms, render 1 s, 30 FPS, memory 80 %', () => {
    expect(THRESHOLDS).toEqual({
      pageLoad: 5000,
      api: 10_000,
      upload: 600_000,
      audioProcessing: 60_000,
      routeChange: 3000,
      interaction: 500,
      componentRender: 1000,
      framesPerSecond: 30,
      memoryShare: 0.8,
    })
  })

  it('are exceeded by higher values, for the frame rate by lower values', () => {
    expect([exceedsThreshold('api', 10_000), exceedsThreshold('api', 10_001)]).toEqual([false, true])
    expect([exceedsThreshold('framesPerSecond', 30), exceedsThreshold('framesPerSecond', 29)]).toEqual([false, true])
  })
})

describe('an event (A§9)', () => {
  it('counts 2 for button, image and link, otherwise 1', () => {
    expect(['button', 'image', 'link', 'page', undefined].map(eventWeight)).toEqual([2, 2, 2, 1, 1])
  })

  it('is ignored if custom equals ignore', () => {
    expect([isIgnored({ custom: 'ignore' }), isIgnored({ custom: 'ignored' }), isIgnored({})]).toEqual([true, false, false])
  })

  it('has one of three width classes with the breakpoints 1050 and 1300', () => {
    expect([1049, 1050, 1299, 1300].map(widthClass)).toEqual(['narrow', 'medium', 'medium', 'wide'])
  })
})

describe('the tag of a browser (A§9)', () => {
  it('is 16 hex characters of the time and a random id', () => {
    const tags = [createTag(1, 'a'), createTag(1, 'b'), createTag(2, 'a'), createTag(1, 'a')]
    expect(tags.every(isTag)).toBe(true)
    expect(new Set(tags).size).toBe(3)
  })

  it('from the first storage that has one is used, and the others are reported as missing', () => {
    const [one, otherTag] = ['0123456789abcdef', 'fedcba9876543210']
    const failCreate = () => {
      throw new Error('made')
    }
    expect(resolveTag([undefined, one, undefined], failCreate)).toEqual({ tag: one, missing: [0, 2] })
    expect(resolveTag([otherTag, one], failCreate)).toEqual({ tag: otherTag, missing: [1] })
    expect(resolveTag([one, one], failCreate)).toEqual({ tag: one, missing: [] })
  })

  it('is created when no storage has a valid one', () => {
    expect(resolveTag([undefined, 'x', 7], () => '0123456789abcdef')).toEqual({ tag: '0123456789abcdef', missing: [0, 1, 2] })
  })
})
