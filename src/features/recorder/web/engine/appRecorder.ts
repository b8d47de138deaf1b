import { send } from '#ui/send.ts'
import { Recorder } from './Recorder.ts'

/** The app's own recorder. It lives as long as the page, whatever opens and closes. */
export const recorder = new Recorder(send)
