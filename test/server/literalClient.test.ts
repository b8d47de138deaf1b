import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payCheckout } from '#platform/payments/sandbox/customerActions.ts'
import type { SandboxGateway } from '#platform/payments/sandbox/openSandbox.ts'
import { testCard } from '#platform/payments/sandbox/cards.ts'
import { payOrder, signAgreement } from '#platform/payments/qr/sandbox/payerActions.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { type OidcIssuer, startOidcIssuer } from '#test/fakes/idp/oidcIssuer.ts'
import { SPECIFICATION_ROUTES } from '#test/specificationRoutes.ts'
import { ZAPIER_SETTINGS } from './createOAuthClient.ts'
import { createSsoBrowser } from './createSsoBrowser.ts'
import { createLiteralClient, expectFields, type Json } from './literalClient.ts'
import { SANDBOX_SETTINGS } from './openBilling.ts'
import { billingChinaServer } from './openBillingChina.ts'
import { type TestServer, testServer } from './testServer.ts'
import { createClients, type User } from './user.ts'

const CHINA_ROUTES: readonly string[] = SPECIFICATION_ROUTES['A§7 membership, China build']
const SECONDS = 60
const INSTRUCTIONS = '# Ships\nList the ships that were named, with their berth and the day on which they leave.'

let idp: OidcIssuer
let server: TestServer
let user: User
let client: ReturnType<typeof createLiteralClient>
/** Results of earlier steps of the client. */
let fileId = ''
let folderId = ''
let me: Json

beforeAll(async () => {
  idp = await startOidcIssuer({ accounts: [{ sub: 'mia' }] })
  server = await testServer({
    welcome: true,
    settings: { ...idp.settings, ...ZAPIER_SETTINGS, ...SANDBOX_SETTINGS, PLAN: 'unlimited' },
  })
  user = await server.user()
  client = createLiteralClient(server.url, user.token)
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await idp[Symbol.asyncDispose]()
})

describe('a client written only from the specification, at startup (A§7, B§7)', () => {
  it('reads the configuration and its user', async () => {
    const { call } = client
    await call('GET /config/security', { noToken: true })
    await call('GET /config/init', { query: { platform: 'web', version: '1.0.0' }, noToken: true })
    expect((await call('GET /others/web-config')).data.upload_limit_size).toBeGreaterThan(0)
    me = await call('GET /user/me')
    expectFields(me.data_user, ['id', 'id_hash', 'email', 'nickname', 'avatar', 'membership_id', 'membership_id_traffic'])
    expectFields(me.data_user, ['membership_type', 'start_time', 'expire_time', 'reset_time', 'seconds_left', 'seconds_total'])
    expectFields(me.data_user, ['seconds_left_traffic', 'seconds_total_traffic', 'expire_time_traffic'])
    expectFields(me.data_user, ['has_transcribed', 'has_new_privacy'])
    expectFields(me.data_state, ['membership_type', 'membership_flag', 'has_transcribed', 'autorenew_status_ios'])
    expectFields(me.data_state, ['autorenew_status_android', 'autorenew_status_web', 'autorenew_status_stripe'])
    expectFields(me.data_state, ['is_free_trial_now', 'is_free_trial_history', 'is_subscribed'])
    await call('GET /user/me/settings')
    expect(await call('GET /device/list')).toMatchObject({ data_devices: [] })
    await call('GET /user/me/pcs-status-list')
    await call('GET /user/stat/file')
    const { features } = (await call('GET /user/feature-access')).data
    expectFields(features[0], ['feature_code', 'is_beta'])
    await call('GET /user/feature-trials/:id', { ids: [features[0].feature_code] })
    await call('GET /user/me/history/transactions')
    await call('GET /user/me/history/transcripts')
  })

  it('agrees to the policy, sends its events and gets its label', async () => {
    const { call } = client
    await call('GET /user/privacy/country')
    await call('GET /user/privacy/location')
    const { privacy_version } = (await call('GET /config/init', { query: { platform: 'web', version: '' } })).data
    const body = { country: 'DE', privacy_version, is_marketing_agreement: false, source: 'web' }
    await call('POST /user/privacy/agreement', { body })
    expect(await call('GET /user/me')).toMatchObject({ data_user: { has_new_privacy: false } })
    const info = { event_cat: 'button', event_param: { value: 2 } }
    expect((await call('POST /others/upload-info', { body: { info } })).msg).toBe('success')
    const items = [{ object_type: 'system', object_id: 'MEETING' }]
    await call('POST /user/exposure', { body: { feature: 'TEMPLATE_RECOMMEND', items } })
    expect((await call('POST /ai/label', { body: { language: 'fr' } })).data.label_text).toBe('Intervenant')
  })

  it('requests the welcome file, and gets -5 the second time', async () => {
    const { call } = client
    expect(await call('POST /file/welcome', { body: { lang: 'en_US' } })).toMatchObject({ status: 0 })
    expect(await call('POST /file/welcome', { body: { lang: 'en_US' }, status: -5 })).toMatchObject({ status: -5 })
    await server.waitForJobs()
  })
})

describe('its recordings and folders (B§4, B§7)', () => {
  const sound = createToneWav(SECONDS)

  it('are uploaded in the five steps of B§4', async () => {
    const { call } = client
    const started = await call('POST /file/get_upload_presigned_url', { body: { filesize: sound.length, file_type: 'MP3' } })
    const { upload_id, object_name, part_urls } = started.data
    const parts: Json[] = []
    for (const [index, partUrl] of part_urls.entries()) {
      const slice = sound.slice(index * 5 * 1024 * 1024, (index + 1) * 5 * 1024 * 1024)
      const put = await fetch(partUrl, { method: 'PUT', body: slice })
      parts.push({ Etag: put.headers.get('etag'), PartNumber: index + 1 })
    }
    await call('POST /file/merge_multipart', { body: { upload_id, object_name, parts } })
    const start_time = Math.floor(server.clock.now().getTime() / 1000)
    const fields = { file_type: 'MP3', filename: 'Weekly', start_time, session_id: start_time, serial_number: '' }
    const body = { scene: 101, is_tmp: 0, support_mul_summ: true, ...fields, filetag_id_list: [] }
    const confirmed = await call('POST /file/confirm_upload', { body })
    fileId = confirmed.data_file.id
    expect(confirmed.data_file).toMatchObject({ filename: 'Weekly', scene: 101, start_time, duration: SECONDS * 1000 })
    expect((await call('POST /file/confirm_upload', { body })).data_file.id).toBe(fileId)
    const form = new FormData()
    form.append('file', new Blob([createToneWav(2)]), 'legacy.wav')
    expectFields((await call('POST /file/upload', { body: form })).data_file, ['id', 'filename'])
  })

  it('are listed and filed', async () => {
    const { call } = client
    const query = { skip: 0, limit: 99_999, is_trash: 2, sort_by: 'start_time', is_desc: true }
    const { data_file_list } = await call('GET /file/simple/web', { query })
    expect(data_file_list).toHaveLength(3)
    expectFields(data_file_list[0], ['id', 'filename', 'is_trash', 'filetag_id_list', 'scene', 'serial_number', 'start_time'])
    expectFields(data_file_list[0], ['edit_time', 'session_id', 'duration', 'support_mul_summ'])
    const recent = { skip: 0, limit: 5, is_trash: 0, sort_by: 'edit_time', is_desc: true }
    expect((await call('GET /file/simple/web', { query: recent })).data_file_list).toHaveLength(3)
    const folder = { name: 'Work', color: '#4c8eff', icon: 'folder' }
    const { data_filetag } = await call('POST /filetag/', { body: folder })
    folderId = data_filetag.id
    expectFields(data_filetag, ['id', 'name', 'color', 'icon'])
    await call('POST /filetag/', { body: folder, status: -2 })
    await call('PATCH /filetag/:id', { ids: [folderId], body: { name: 'Harbour' } })
    expect((await call('GET /filetag/')).data_filetag_list).toMatchObject([{ id: folderId, name: 'Harbour' }])
    await call('POST /file/update-tags', { body: { file_id_list: [fileId], filetag_id: folderId } })
    const [file] = (await call('POST /file/list', { query: { support_mul_summ: true }, body: [fileId] })).data_file_list
    expect(file.filetag_id_list).toEqual([folderId])
    for (const is_opus of [0, 1]) {
      const { temp_url } = await call('GET /file/temp-url/:id', { ids: [fileId], query: { is_opus } })
      expect((await fetch(temp_url)).status).toBe(200)
    }
  })
})

describe('its AI tasks (B§4, B§7)', () => {
  const info = JSON.stringify({ language: 'en', diarization: 0, llm: 'auto', support_mul_summ: true })
  const request = { is_reload: 0, summ_type: 'AUTO-SELECT', summ_type_type: 'system', info, mark_title: 'Ask Ben' }
  let summaryId = ''
  let noteId = ''

  it('are started, polled and saved', async () => {
    const { call } = client
    await call('GET /summary/models/config', { query: { language: 'en_US' } })
    await call('GET /summary/multi/config', { query: { language: 'en_US' } })
    await call('POST /ai/transsumm/:id', { ids: [fileId], body: request })
    expect((await call('GET /ai/status')).data_transsumm.files_trans).toContainEqual({ file_id: fileId, status: 0 })
    expectFields(await call('GET /ai/trans-status'), ['status', 'total_seconds'])
    await server.waitForJobs()
    const done = await call('POST /ai/transsumm/:id', { ids: [fileId], body: request, status: 1 })
    expectFields(JSON.parse(done.data_result_summ), ['markdown', 'header', 'form'])
    const { files_trans, files_summ } = (await call('GET /ai/status')).data_transsumm
    for (const list of [files_trans, files_summ])
      expect(list.filter((item: Json) => item.file_id === fileId)).toEqual([{ file_id: fileId, status: 1 }])
    const { data_result: trans_result, data_result_summ: ai_content, outline_result } = done
    const saved = { trans_result, ai_content, support_mul_summ: true, extra_data: {}, outline_result, filename: 'Weekly' }
    const { data_file } = await call('PATCH /file/:id', { ids: [fileId], body: saved })
    expect(data_file.extra_data.tranConfig).toMatchObject({ language: 'en', type: 'AUTO-SELECT', llm: 'auto' })
    expectFields(data_file.extra_data, ['task_id_info', 'tranConfig', 'aiContentFrom', 'aiContentHeader'])
  })

  it('write notes, which are retried, renamed, edited and deleted', async () => {
    const { call } = client
    const [summary] = (await call('GET /ai/query_note', { headers: { 'file-id': fileId } })).data
    expectFields(summary, ['note_id', 'note_type', 'note_title', 'note_content', 'note_tab_name', 'error_code', 'summary_id'])
    expectFields(summary, ['data_post_id', 'data_content', 'data_link', 'data_type', 'data_error_code'])
    expect(summary.mark_title).toBe('Ask Ben')
    summaryId = summary.note_id
    const template = { summ_type: 'MEETING', summ_type_type: 'system', tab_name: 'Minutes', info }
    const created = await call('POST /ai/sum_new_note/:id', {
      ids: [fileId],
      body: { ...template, post_id: 'p-1', ppc_status: 0 },
    })
    noteId = created.data.note_id
    await server.waitForJobs()
    const origin = { ori_note_id: noteId, ori_note_type: 'sum_multi_note', ori_post_id: 'p-1', mark_memo: 'Late' }
    const retry = { ...template, post_id: 'p-2', ppc_status: 0, ...origin }
    await call('POST /ai/retry_sum_note/:id', { ids: [fileId], body: retry })
    await server.waitForJobs()
    const note = { file_id: fileId, note_id: noteId, note_type: 'sum_multi_note' }
    const edited = { ...note, note_title: 'For the board', note_content: '# For the board', note_tab_name: 'Board' }
    expect((await call('POST /ai/update_note_info', { body: edited })).data).toMatchObject({ data_title: 'For the board' })
    await call('POST /ai/del_note_info', { body: note })
    const { data } = await call('GET /ai/query_note', { headers: { 'file-id': fileId } })
    expect(data.map(({ note_id }: Json) => note_id)).toEqual([summaryId])
  })

  it('edit the transcript and the summary', async () => {
    const { call } = client
    const [source] = (await call('GET /ai/query_source', { headers: { 'file-id': fileId } })).data
    const segments = JSON.parse(source.data_content)
    segments[0].content = 'We meet in the harbour.'
    await call('POST /ai/update_source_info', { body: { file_id: fileId, data_content: JSON.stringify(segments) } })
    const [file] = (await call('POST /file/list', { query: { support_mul_summ: true }, body: [fileId] })).data_file_list
    expect(file.trans_result[0].content).toBe('We meet in the harbour.')
    await call('PATCH /file/:id', { ids: [fileId], body: { ai_content: '# Mine' } })
    const [summary] = (await call('GET /ai/query_note', { headers: { 'file-id': fileId } })).data
    expect(summary.data_content).toBe('# Mine')
  })

  it('summarise again, and answer a message', async () => {
    const { call } = client
    server.clock.advance(60_000)
    const again = { type: 'AUTO-SELECT', post_id: 's-1', type_type: 'system', info, support_mul_summ: true }
    await call('POST /ai/chatllm/:id', { ids: [fileId], body: again })
    await server.waitForJobs()
    await call('POST /ai/chatllm/:id', { ids: [fileId], body: again, status: 1 })
    const { data } = await call('POST /ai/chatllm/:id', { ids: [fileId], body: { message: 'Who writes the minutes?' } })
    expect(data.content).toContain('Anna writes the minutes')
  })
})

describe('its templates (B§7)', () => {
  const language_os = 'en_US'
  const request = { language_os, language_trans: 'en', scene: 1, category_id: '', page: 1, page_size: 12 }
  const listRequest = { ...request, has_recently_use: true, has_custom: true, selected_template: '' }

  it('are listed and recommended', async () => {
    const { call } = client
    const { data: categories } = await call('GET /summary/community/templates/categorys', { query: { language_os } })
    expectFields(categories[0], ['category', 'category_id', 'icon'])
    for (const list of ['home', 'mine', 'recently_used'] as const)
      expect((await call(`POST /summary/community/templates/${list}`, { body: listRequest })).data).toBeInstanceOf(Array)
    expect(
      (await call('POST /summary/community/templates/daily_recommend', { body: { language_os } })).data.length,
    ).toBeGreaterThan(0)
    for (const file_id of [fileId, ''])
      await call('POST /summary/community/templates/weekly_recommend', { body: { language_os, file_id } })
    expect((await call('GET /summary/chatllm/templates', { query: listRequest })).data.list.length).toBe(12)
    await call('GET /summary/chatllm/templates/recommend')
  })

  it('are created, edited and deleted', async () => {
    const { call } = client
    const created = await call('POST /ai/customtemplates', { body: { name: 'Mine', content: '# Decisions' } })
    const ids = [created.data.id]
    await call('PATCH /ai/customtemplates/:id', { ids, body: { name: 'Ours', content: '# Decisions' } })
    expect((await call('GET /ai/customtemplates')).data).toMatchObject([{ name: 'Ours', content: '# Decisions' }])
    await call('DELETE /ai/customtemplates/:id', { ids })
    const [{ category }] = (await call('GET /summary/community/templates/categorys', { query: { language_os } })).data
    const text = { title: 'Harbour', description: 'For harbours.', content: INSTRUCTIONS, author_email: 'anna@example.org' }
    const draft = { ...text, category, icon: 'file-text', icon_color: 'green' }
    const { data } = await call('POST /summary/community/templates/create', { body: draft })
    const template_id = data.template_id
    await call('POST /summary/community/template/edit', { body: { ...draft, title: 'Harbours', template_id } })
    await call('POST /summary/community/templates/delete', { body: { template_id } })
  })
})

describe('its membership (A§7, global build)', () => {
  it('shows the trial, buys and upgrades', async () => {
    const { call } = client
    const trial = (await call('GET /membership/free-trial/status')).data
    expectFields(trial.trial_info, ['can_claim', 'has_claimed', 'available_days'])
    expectFields(trial.countdown, ['is_active', 'remaining_seconds'])
    const { data: prices } = await call('GET /membership/stripe/v2/prices', { query: { region: 'US' } })
    expectFields(prices[0], ['name', 'unit_amount', 'price_id', 'type', 'yearly_discount'])
    const priceOf = (name: string): string => prices.find((price: Json) => price.name === name).price_id
    const urls = { success_url: `${server.url}/member/purchase`, cancel_url: `${server.url}/member/purchase` }
    const buy = (name: string, status = 0) => {
      const body = { line_items: [{ price: priceOf(name), quantity: 1 }], ...urls, free_trial_days: 0 }
      return call('POST /membership/stripe/v2/check-sessions', { body, status })
    }
    const { checkout_session } = (await buy('600-month')).data
    await payCheckout((server.ctx.payments as SandboxGateway).sandbox, checkout_session.id, { card: testCard('good') })
    await server.waitForJobs()
    const paid = await call('GET /membership/stripe/v2/checkout-sessions/:id', { ids: [checkout_session.id] })
    expect(paid.data.payment_status).toBe('paid')
    const { preview_invoice } = (await buy('unlimited-month', -3)).data
    expectFields(preview_invoice, ['subscription_id', 'currency', 'amount_due', 'amount_left'])
    const upgraded = await call('POST /membership/stripe/v2/subscriptions/:id', { ids: [preview_invoice.subscription_id] })
    await server.waitForJobs()
    const invoice = await call('GET /membership/stripe/v2/invoices/:id', { ids: [upgraded.data.invoice_id] })
    expect(invoice.data.status).toBe('paid')
    const { data } = await call('GET /membership/stripe/v2/subscription')
    expect(data.subscription).toMatchObject({ membership_type: 'unlimited', membership_flag: 'Monthly' })
  })
})

describe('its connections and its end (A§7)', () => {
  it('connects a program and the desktop program', async () => {
    const { call } = client
    await call('GET /auth/apps/:app/connection', { ids: ['zapier'] })
    const query = { client_id: ZAPIER_SETTINGS.ZAPIER_CLIENT_ID, flag: 'auth', response_type: 'code' }
    const { redirect_url } = (await call('GET /auth/apps/:app/authorize', { ids: ['zapier'], query })).data
    expect(new URL(redirect_url).searchParams.get('code')).not.toBeNull()
    const desktop = { client_id: 'web', desktop_uuid: 'desktop-0123456789' }
    expectFields((await call('GET /auth/access-auth-code', { query: desktop })).data, ['auth_code'])
  })

  it('adds a sign-in method and removes it', async () => {
    const { call } = client
    const { redirect_url } = (await call('POST /auth/sso-bind', { body: { sso_type: 'house' } })).data
    const page = createSsoBrowser(server.url)
    const bind = new URL(redirect_url).searchParams.get('bind') ?? ''
    const arrival = await page.followProviderRedirect(await idp.signIn(await page.startSignIn('house', { bind }), 'mia'))
    const { sso } = createClients(server.url, { token: user.token })
    const headers = { cookie: page.cookie() }
    const { data } = await sso.finishBind({ body: { ticket: arrival['bind_ticket'] ?? '' }, headers })
    // The session has a new token now.
    const { call: callAgain, called } = createLiteralClient(server.url, data.access_token)
    const [identity] = (await callAgain('GET /auth/sso-list')).data.identities
    await callAgain('POST /auth/sso-unbind', { body: { id: identity.id } })
    await callAgain('DELETE /auth/sso-delete', { query: { id: identity.id } })
    const sessions = (await callAgain('GET /auth/access-token-list')).data
    expect(sessions).toHaveLength(1)
    await removeFiles(callAgain)
    await callAgain('POST /auth/access-token-remove', { body: { id: sessions[0].id } })
    for (const route of called) client.called.add(route)
  })

  it('signs out and deletes an account', async () => {
    const ben = await server.user('ben')
    const { call, called } = createLiteralClient(server.url, ben.token)
    await call('DELETE /user/me')
    const carla = await server.user('carla')
    const other = createLiteralClient(server.url, carla.token)
    await other.call('POST /auth/access-token-logout')
    for (const { token } of [ben, carla])
      expect((await fetch(`${server.url}/api/user/me`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
    for (const route of [...called, ...other.called]) client.called.add(route)
  })

  it('has called every route of A§7 and B§7', () => {
    const missing = Object.values(SPECIFICATION_ROUTES)
      .flat()
      .filter((route) => !CHINA_ROUTES.includes(route) && !client.called.has(route))
    expect(missing).toEqual([])
  })
})

describe('its membership (A§7, China build)', () => {
  it('shows the prices and buys by QR code', async () => {
    await using china = await billingChinaServer()
    const ben = await china.user()
    const { call, called } = createLiteralClient(china.url, ben.token)
    const { products, change_details } = (await call('GET /membership/pricing')).data
    expectFields(products[0], [
      'type',
      'minutes',
      'price',
      'tags',
      'purchase_type',
      'sku_id',
      'product_id',
      'uniq_name',
      'is_current',
    ])
    expect(change_details).toBeTypeOf('object')
    const bodyOf = ({ product_id, sku_id, price: amount }: Json) => ({
      product_id,
      sku_id,
      amount,
      pay_platform: 'wechatpay',
      pay_method: 'qrcode',
      expire_seconds: 60,
    })
    const pack = products.find(({ purchase_type }: Json) => purchase_type === 'once')
    const { order_id, qrcode, expire_time } = (await call('POST /membership/checkout', { body: bodyOf(pack) })).data
    expect([qrcode === '', expire_time > 0]).toEqual([false, true])
    expect((await call('GET /membership/orders/:id', { ids: [order_id] })).data.status).toBe('pending')
    await payOrder(china.qr.sandbox, order_id)
    await china.waitForJobs()
    expect((await call('GET /membership/orders/:id', { ids: [order_id] })).data.status).toBe('paid')
    const plan = products.find(({ purchase_type }: Json) => purchase_type === 'sub')
    const { sub_id, sub_url } = (await call('POST /membership/subscription', { body: bodyOf(plan) })).data
    expect(sub_url).not.toBe('')
    expect((await call('GET /membership/subscription')).data.has_subscription).toBe(false)
    await signAgreement(china.qr.sandbox, sub_id)
    await china.waitForJobs()
    expect((await call('GET /membership/subscription')).data.has_subscription).toBe(true)
    expect(CHINA_ROUTES.filter((route) => !called.has(route as never))).toEqual([])
  })
})

/** Trashes, restores and deletes a recording and a folder. */
async function removeFiles(call: ReturnType<typeof createLiteralClient>['call']): Promise<void> {
  await call('POST /file/trash/', { body: [fileId] })
  await call('POST /file/untrash/', { body: [fileId] })
  await call('DELETE /filetag/:id', { ids: [folderId] })
  await call('DELETE /file/', { query: { ids: fileId } })
  const { data_file_list } = await call('GET /file/simple/web')
  expect(data_file_list.map(({ id }: Json) => id)).not.toContain(fileId)
}
