import { createHash } from 'node:crypto'
import { executeSql } from '#platform/db/db.ts'
import { minutes } from '#shared/units.ts'
import { createSilentMp3 } from '../fixtures/sound/createToneWav.ts'
import type { User } from './user.ts'
import type { TestServer } from './testServer.ts'

/** Creates an account with one of everything a user can have. `marks` are texts that occur only in the data of this account. */
export async function createFullAccount(server: TestServer, name: string) {
  const user = await server.user(name)
  const marker = `${name}-4711`
  const { data_filetag: folder } = await user.folders.create({ body: { name: `Folder ${marker}` } })
  const file = await server.uploadFile({ user: name, name: `Recording ${marker}`, folders: [folder.id] })
  await user.generate.transsumm({ params: { id: file.id }, body: {} })
  await server.waitForJobs()
  const note = { summ_type: 'MEETING', summ_type_type: 'system', tab_name: `Note ${marker}`, post_id: marker }
  await user.generate.sumNewNote({ params: { id: file.id }, body: note })
  await server.waitForJobs()
  const { data: upload } = await user.upload.presign({ body: { filesize: 1000, file_type: 'MP3' } })
  await user.devices.add({ body: { sn: `SN-${marker}`, name: `Recorder ${marker}` } })
  await user.me.changeSettings({ body: { nickname: `Nick ${marker}` } })
  await user.privacy.agree({
    body: { country: 'AT', privacy_version: server.config.privacyVersion, is_marketing_agreement: true, source: 'web' },
  })
  await user.telemetry.uploadInfo({ body: { info: { event_cat: 'button', event_param: { name: marker } } } })
  await user.telemetry.exposure({ body: { feature_code: marker } })
  const { data: link } = await user.share.create({ params: { id: file.id }, body: { label: `Link ${marker}` } })
  await fetch(link.url ?? '', { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/132.0' } })
  await startRecording(server, user, marker)
  await insertSignInMethods(server, user)
  await insertTemplates(server, user, marker)
  await insertAnswer(server, user, { marker, fileId: file.id })
  await insertPurchases(server, user, marker)
  await insertQrPurchases(server, user, marker)
  return { ...user, file, folder, upload, markers: [marker] }
}

/** Starts a recording with one piece on the server. */
async function startRecording(
  server: TestServer,
  user: { id: string; token: string; recorder: User['recorder'] },
  marker: string,
): Promise<void> {
  const recording_id = createHash('md5').update(marker).digest('hex')
  await user.recorder.begin({ body: { recording_id, filename: `Spoken ${marker}`, start_time: server.clock.now().getTime() } })
  const body = createSilentMp3(4)
  await fetch(`${server.url}/api/file/recording/${recording_id}/piece/1`, {
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

/** Inserts a custom template and a submission awaiting review, because the plan of the account includes neither. */
async function insertTemplates(server: TestServer, { id }: { id: string }, marker: string): Promise<void> {
  const now = server.clock.now()
  const insert = (sql: string, values: unknown[]) => executeSql(server.ctx.db, sql, values)
  const [custom, submitted] = ['custom', 'submitted'].map((kind) => createHash('md5').update(`${kind} ${marker}`).digest('hex'))
  const template = `insert into template
     (user_id, template_id, status, author_email, author_name, comment, latest_version, created_at)
     values ($1, $2, $3, $4, $4, $4, $5, $6)`
  await insert(template, [id, custom, 'private', '', 2, now])
  await insert(template, [id, submitted, 'in_review', marker, 1, now])
  const version = `insert into template_version
     (template_id, version, title, description, content, category, icon, icon_color, note_tab_name, language, search_text, created_at)
     values ($1, $2, $3, $3, $3, 'cat_general', 'quote', 'blue', '', 'en_US', $3, $4)`
  await insert(version, [custom, 1, `Earlier ${marker}`, now])
  await insert(version, [custom, 2, `Template ${marker}`, now])
  await insert(version, [submitted, 1, `Submission ${marker}`, now])
}

/** Inserts a question with its answer, because the plan of the account does not include asking. */
async function insertAnswer(
  server: TestServer,
  { id }: { id: string },
  { marker, fileId }: { marker: string; fileId: string },
): Promise<void> {
  const now = server.clock.now()
  const insert = (sql: string, values: unknown[]) => executeSql(server.ctx.db, sql, values)
  const key = [id, ...['thread', 'answer'].map((kind) => createHash('md5').update(`${kind} ${marker}`).digest('hex'))]
  const thread = `insert into ask_thread (user_id, thread_id, file_id, title, made_at, changed_at) values ($1, $2, null, $3, $4, $4)`
  await insert(thread, [key[0], key[1], `Question ${marker}`, now])
  const answer = `insert into ask_answer (user_id, thread_id, answer_id, question, scope, language, state, sources, made_at)
     values ($1, $2, $3, $4, '{"file_ids":[],"folder_ids":[],"speakers":[]}', 'en', 'done', '{"passages":1,"recordings":1,"whole_ms":null}', $5)`
  await insert(answer, [...key, `Question ${marker}`, now])
  await insert(
    `insert into ask_sentence (user_id, thread_id, answer_id, n, is_related, text) values ($1, $2, $3, 0, false, $4)`,
    [...key, `Answer ${marker}`],
  )
  const citation = `insert into ask_citation (user_id, thread_id, answer_id, n, position, file_id, segment_id, start_ms, end_ms, quote)
     values ($1, $2, $3, 0, 0, $4, '1', 0, 1000, $5)`
  await insert(citation, [...key, fileId, `Quote ${marker}`])
}

/** Inserts a paid plan and an open checkout, as copies of a provider's data. */
async function insertPurchases(server: TestServer, { id }: { id: string }, marker: string): Promise<void> {
  const now = server.clock.now()
  const end = new Date(now.getTime() + minutes(60 * 24 * 30))
  const insert = (sql: string, values: unknown[]) => executeSql(server.ctx.db, sql, values)
  await insert('insert into billing_customer (customer_id, user_id, made_at) values ($1, $2, $3)', [`cus_${marker}`, id, now])
  await insert(
    `insert into billing_subscription (subscription_id, user_id, customer_id, status, price_id, currency, period_start, period_end,
       cancel_at_period_end, has_pending_change, is_duplicate, is_trial_refused, is_card_checked, read_order, made_at)
     values ($1, $2, $3, 'active', 'price', 'usd', $4, $5, false, false, false, false, false, 1, $4)`,
    [`sub_${marker}`, id, `cus_${marker}`, now, end],
  )
  await insert(
    `insert into billing_invoice (invoice_id, user_id, subscription_id, status, currency, amount_due, amount_paid, lines, read_order, made_at)
     values ($1, $2, $3, 'open', 'usd', 4711, 0, '[]', 1, $4)`,
    [`in_${marker}`, id, `sub_${marker}`, now],
  )
  await insert(
    `insert into billing_checkout (intent_id, user_id, purpose, price_id, currency, is_trial, status, checkout_id, url, success_url,
       cancel_url, expires_at, made_at)
     values ($1, $2, 'pack', 'price', 'usd', false, 'open', $3, $1, $1, $1, $4, $5)`,
    [`intent_${marker}`, id, `cs_${marker}`, end, now],
  )
  await insert(
    `insert into billing_quote (quote_id, user_id, subscription_id, from_price_id, price_id, currency, amount_due, changes_at, expires_at)
     values ($1, $2, $3, 'price', 'other', 'usd', 4711, $4, $5)`,
    [`quote_${marker}`, id, `sub_${marker}`, now, end],
  )
}

/** Inserts a plan and a pack of the build for China, each with an open QR code. */
async function insertQrPurchases(server: TestServer, { id }: { id: string }, marker: string): Promise<void> {
  const now = server.clock.now()
  const end = new Date(now.getTime() + minutes(60 * 24 * 30))
  const insert = (sql: string, values: unknown[]) => executeSql(server.ctx.db, sql, values)
  await insert(
    `insert into billing_qr_agreement (sub_id, user_id, platform, sku, price, state, qrcode, expire_time, change, first_amount, starts_at, made_at)
     values ($1, $2, 'alipay', '600-month-web', 3200, 'pending', $1, $3, 'new', 3200, $4, $4)`,
    [`agreement_${marker}`, id, end, now],
  )
  await insert(
    `insert into billing_qr_order (order_id, user_id, platform, sku, amount, state, qrcode, expire_time, made_at)
     values ($1, $2, 'alipay', 'hourlypacket', 990, 'pending', $1, $3, $4)`,
    [`order_${marker}`, id, end, now],
  )
}

/** Inserts an identity and an invitation directly, because creating them requires a browser and a provider. */
async function insertSignInMethods(server: TestServer, { id, email }: { id: string; email: string }): Promise<void> {
  const now = server.clock.now()
  const insert = (sql: string, values: unknown[]) => executeSql(server.ctx.db, sql, values)
  const identity = `insert into identity (user_id, identity_id, provider, issuer, subject, email, name, linked_at, last_used_at)
     values ($1, $2, 'google', 'https://accounts.google.com', $2, $3, 'Name', $4, $4)`
  await insert(identity, [id, `i${id}`, email, now])
  const invitation = `insert into invitation (user_id, invitation_id, token_hash, created_at, expires_at) values ($1, $2, $3, $4, $5)`
  await insert(invitation, [id, `v${id}`, Buffer.from(`v${id}`), now, new Date(now.getTime() + minutes(5))])
}
