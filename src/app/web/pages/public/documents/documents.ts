/** The public documents (A§2) by path. Each is in `src/app/web/documents/<name>/<locale>.md`. */
export const DOCUMENTS = [
  'privacy',
  'user-agreement',
  'cookie-policy',
  'appfaq',
  'zapier-doc',
  'common',
  'audiouploadintro',
  'buydetail',
  'transdetail',
  'userdetail',
] as const
export type DocumentName = (typeof DOCUMENTS)[number]
