import { describe, expect, it } from 'vitest'
import { allRoutes, routeName } from '#test/server/allRoutes.ts'

/** Every call in the specification, as written there (A§7, B§7), with parameters as `:name`. */
const spec = {
  'A§7 account and user': [
    'GET /user/me',
    'DELETE /user/me',
    'GET /user/feature-access',
    'GET /user/stat/file',
    'GET /user/me/history/transactions',
    'GET /user/me/history/transcripts',
    'GET /user/me/settings',
    'GET /device/list',
    'POST /file/welcome',
    'POST /others/upload-info',
    'POST /ai/label',
    'GET /config/security',
    'GET /config/init',
    'GET /user/privacy/country',
    'GET /user/privacy/location',
    'POST /user/privacy/agreement',
    'POST /user/exposure',
    'GET /user/feature-trials/:id',
  ],
  'A§7 sign-in and connections': [
    'GET /auth/access-token-list',
    'GET /auth/sso-list',
    'POST /auth/sso-bind',
    'POST /auth/sso-unbind',
    'POST /auth/access-token-remove',
    'POST /auth/access-token-logout',
    'DELETE /auth/sso-delete',
    'GET /auth/apps/:app/connection',
    'GET /auth/apps/:app/authorize',
    'GET /auth/access-auth-code',
  ],
  'A§7 membership, China build': [
    'GET /membership/pricing',
    'POST /membership/checkout',
    'GET /membership/orders/:id',
    'POST /membership/subscription',
    'GET /membership/subscription',
  ],
  'A§7 membership, global build': [
    'GET /membership/free-trial/status',
    'GET /membership/stripe/v2/prices',
    'POST /membership/stripe/v2/check-sessions',
    'GET /membership/stripe/v2/checkout-sessions/:id',
    'POST /membership/stripe/v2/subscriptions/:id',
    'GET /membership/stripe/v2/invoices/:id',
    'GET /membership/stripe/v2/subscription',
  ],
  'B§7 files': [
    'GET /file/simple/web',
    'POST /file/list',
    'PATCH /file/:id',
    'GET /file/temp-url/:id',
    'POST /file/trash/',
    'POST /file/untrash/',
    'DELETE /file/',
    'POST /file/update-tags',
    'POST /file/get_upload_presigned_url',
    'POST /file/merge_multipart',
    'POST /file/confirm_upload',
    'POST /file/upload',
  ],
  'B§7 folders': ['GET /filetag/', 'POST /filetag/', 'PATCH /filetag/:id', 'DELETE /filetag/:id'],
  'B§7 config and user': ['GET /others/web-config', 'GET /user/me/pcs-status-list'],
  'B§7 work on a recording': [
    'POST /ai/transsumm/:id',
    'POST /ai/chatllm/:id',
    'POST /ai/sum_new_note/:id',
    'POST /ai/retry_sum_note/:id',
    'POST /ai/update_note_info',
    'POST /ai/update_source_info',
    'POST /ai/del_note_info',
    'GET /ai/status',
    'GET /ai/trans-status',
    'GET /ai/query_note',
    'GET /ai/query_source',
    'GET /summary/models/config',
    'GET /summary/multi/config',
  ],
  'B§7 templates': [
    'POST /summary/community/templates/daily_recommend',
    'POST /summary/community/templates/weekly_recommend',
    'POST /summary/community/templates/mine',
    'POST /summary/community/templates/home',
    'POST /summary/community/templates/create',
    'POST /summary/community/templates/delete',
    'POST /summary/community/templates/recently_used',
    'GET /summary/community/templates/categorys',
    'POST /summary/community/template/edit',
    'GET /summary/chatllm/templates',
    'GET /summary/chatllm/templates/recommend',
    'GET /ai/customtemplates',
    'POST /ai/customtemplates',
    'PATCH /ai/customtemplates/:id',
    'DELETE /ai/customtemplates/:id',
  ],
} as const

const specRoutes: string[] = Object.values(spec).flat()
const builtRoutes = allRoutes.map(({ spec, file }) => ({ route: withoutParameterNames(routeName(spec)), path: file }))

describe('the routes of the specification', () => {
  it('are all in a contract', () => {
    expect(specRoutes.filter((route) => !builtRoutes.some((other) => other.route === withoutParameterNames(route)))).toEqual([])
  })
})

describe('every route', () => {
  it('is defined in one contract only', () => {
    const duplicates = builtRoutes.filter(({ route }, index) => builtRoutes.findIndex((other) => other.route === route) !== index)
    expect(duplicates).toEqual([])
  })
})

/** Returns the route without parameter names: `:id` and `:file_id` are the same. */
function withoutParameterNames(route: string): string {
  return route.replace(/:\w+/g, ':')
}
