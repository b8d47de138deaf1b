import { describe, expect, it } from 'vitest'
import { Refused, ServerError, Unreachable } from '#shared/client.ts'
import { generateContract, noteTasksContract } from '../contract.ts'
import { isTooFrequent, startFailureCode } from './startFailure.ts'

const { transsumm } = generateContract
const { sumNewNote } = noteTasksContract

describe('the code of a start that the server has no task for (B§4)', () => {
  it.each(['transcription', 'summary'] as const)('is a network error when the server cannot be reached (%s)', (step) => {
    expect(startFailureCode(new Unreachable('network'), step)).toBe(-100_200)
  })

  it.each([
    [200, { status: -2 }],
    [429, {}],
  ])('is the unknown error of its first step when it was too frequent to the end (HTTP %i)', (httpStatus, body) => {
    const refused = new Refused(transsumm, httpStatus, body)
    expect(isTooFrequent(refused)).toBe(true)
    expect([startFailureCode(refused, 'transcription'), startFailureCode(refused, 'summary')]).toEqual([-100_101, -100_102])
  })

  it.each([-7, -11, -12, -13])('is the status of a refusal that is a code of B§8: %i', (status) => {
    expect(startFailureCode(new Refused(sumNewNote, 200, { status }), 'summary')).toBe(status)
  })

  it.each([
    ['too many notes, which share -3 with a failed summary', new Refused(sumNewNote, 200, { status: -3 })],
    ['a lack of minutes, which has a dialog', new Refused(transsumm, 200, { status: -1 })],
    ['a recording that does not exist', new Refused(transsumm, 404, {})],
    ['a bug of the server', new ServerError('HTTP 500', 'r-1')],
    ['a bug of the page', new TypeError('undefined')],
  ])('does not exist for %s', (_, error) => {
    expect([startFailureCode(error, 'transcription'), isTooFrequent(error)]).toEqual([null, false])
  })
})
