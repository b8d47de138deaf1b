import { send } from '#ui/send.ts'
import { transcode } from './transcode.ts'
import { Uploads } from './Uploads.ts'

/** The app's own queue. It lives as long as the page, whatever dialogs open and close. */
export const uploads = new Uploads(send, transcode)
