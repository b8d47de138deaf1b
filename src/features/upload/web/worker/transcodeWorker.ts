import { answerRequest } from './answerRequest.ts'
import { makeSmall } from './makeSmall.ts'
import type { TranscodeAnswer, TranscodeRequest } from './transcodeProtocol.ts'

/** Runs in a worker of its own, so that the page never waits: one file, then done. */
globalThis.onmessage = ({ data }: MessageEvent<TranscodeRequest>) => void answerRequest(data, makeSmall)

globalThis.postMessage({ type: 'ready' } satisfies TranscodeAnswer)
