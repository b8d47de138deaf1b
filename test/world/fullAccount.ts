import { createHash } from 'node:crypto'
import { executeSql } from '#platform/db/db.ts'
import { minutes } from '#kit/units.ts'
import { quietMp3 } from './tone.ts'
import type { User } from './user.ts'
import type { World } from './world.ts'

/** Creates an account with one of everything a user can have. `marks` are texts that appear only in the data of this account. */
export async function fullAccount(w: World, name: string) {
  const user = await w.as(name)
  const mark = `${name}-4711`
  const { data_filetag: folder } = await user.folders.create({ body: { name: `Folder ${mark}` } })
  const file = await w.file({ as: name, name: `Recording ${mark}`, folders: [folder.id] })
  await user.generate.transsumm({ params: { id: file.id }, body: {} })
  await w.settle()
  const { data: upload } = await user.upload.presign({ body: { filesize: 1000, file_type: 'MP3' } })
  await user.devices.add({ body: { sn: `SN-${mark}`, name: `Recorder ${mark}` } })
  await user.me.changeSettings({ body: { nickname: `Nick ${mark}` } })
  await user.privacy.agree({
    body: { country: 'AT', privacy_version: w.config.privacyVersion, is_marketing_agreement: true, source: 'web' },
  })
  await user.telemetry.uploadInfo({ body: { info: { event_cat: 'button', event_param: { name: mark } } } })
  await user.telemetry.exposure({ body: { feature_code: mark } })
  await speak(w, user, mark)
  await otherWaysIn(w, user)
  return { ...user, file, folder, upload, marks: [mark] }
}

/** Starts a recording with one piece on the server. */
async function speak(w: World, user: { id: string; token: string; recorder: User['recorder'] }, mark: string): Promise<void> {
  const recording_id = createHash('md5').update(mark).digest('hex')
  await user.recorder.begin({ body: { recording_id, filename: `Spoken ${mark}`, start_time: w.clock.now().getTime() } })
  const body = quietMp3(4)
  await fetch(`${w.url}/api/file/recording/${recording_id}/piece/1`, {
    method: 'PUT',
    body,
    headers: {
      authorization: `Bearer ${user.token}`,
      'content-type': 'audio/mpeg',
      'x-piece-md5': createHash('md5').update(body).digest('hex'),
      'x-piece-duration': '4000',
    },
  })
}

/** Inserts an identity and an invitation directly, because creating them needs a browser and a provider. */
async function otherWaysIn(w: World, { id, email }: { id: string; email: string }): Promise<void> {
  const now = w.clock.now()
  const run = (text: string, values: unknown[]) => executeSql(w.ground.db, text, values)
  const identity = `insert into identity (user_id, identity_id, provider, issuer, subject, email, name, linked_at, last_used_at)
     values ($1, $2, 'google', 'https://accounts.google.com', $2, $3, 'Name', $4, $4)`
  await run(identity, [id, `i${id}`, email, now])
  const invitation = `insert into invitation (user_id, invitation_id, token_hash, created_at, expires_at) values ($1, $2, $3, $4, $5)`
  await run(invitation, [id, `v${id}`, Buffer.from(`v${id}`), now, new Date(now.getTime() + minutes(5))])
}
