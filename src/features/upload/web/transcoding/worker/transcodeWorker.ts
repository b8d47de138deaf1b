import { handleRequest } from './handleRequest.ts'
import { transcodeToMp3 } from './transcodeToMp3.ts'
import type { TranscodeResponse, TranscodeRequest } from './transcodeProtocol.ts'

/** Transcodes one file in a separate worker, so that the page stays responsive. */
globalThis.onmessage = ({ data }: MessageEvent<TranscodeRequest>) => void handleRequest(data, transcodeToMp3)

globalThis.postMessage({ type: 'ready' } satisfies TranscodeResponse)
