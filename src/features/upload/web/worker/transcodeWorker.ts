import { answerRequest } from './answerRequest.ts'
import { makeSmall } from './makeSmall.ts'
import type { TranscodeAnswer, TranscodeRequest } from './transcodeProtocol.ts'

/** Transcodes one file in a separate worker, so that the page stays responsive. */
globalThis.onmessage = ({ data }: MessageEvent<TranscodeRequest>) => void answerRequest(data, makeSmall)

globalThis.postMessage({ type: 'ready' } satisfies TranscodeAnswer)
