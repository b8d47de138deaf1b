import { send } from '#browser/http/send.ts'
import { transcode } from '../transcoding/transcode.ts'
import { Uploads } from './Uploads.ts'

/** The upload queue of the app. It lives as long as the page, independent of open dialogs. */
export const uploads = new Uploads(send, transcode)
