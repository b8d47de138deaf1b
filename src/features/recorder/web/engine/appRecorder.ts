import { send } from '#browser/http/send.ts'
import { Recorder } from './Recorder.ts'

/** The recorder of the app. It lives as long as the page. */
export const recorder = new Recorder(send)
