import { describe, expect, it } from 'vitest'
import { parseTimeLink } from '#shared/timeLink.ts'
import { CLAIM_MARK } from '#app/web/build/compileDocument.ts'
import { exportContract } from '#features/export/contract.ts'
import { FORMAT_IDS } from '#features/export/rules.ts'
import { mergedMessages } from '#app/web/build/messages.ts'
import { askContract } from '#features/ask/contract.ts'
import { filesContract } from '#features/files/contract.ts'
import { generateContract } from '#features/generate/contract.ts'
import { SCOPES } from '#features/integrations/contract.ts'
import { FEATURE_CODES, includesRight } from '#features/membership/rules.ts'
import { notesContract } from '#features/notes/contract.ts'
import { personalDataContract } from '#features/personal-data/contract.ts'
import { profileContract } from '#features/profile/contract.ts'
import { recorderContract } from '#features/recorder/contract.ts'
import { searchContract } from '#features/search/contract.ts'
import { shareContract } from '#features/share/contract.ts'
import { DOCUMENTS } from '#features/site/rules.ts'
import { transcriptionContract } from '#features/transcription/contract.ts'
import { uploadContract } from '#features/upload/contract.ts'
import { LOCALES } from '#shared/locales.ts'
import { languageOptions } from '#shared/languageOptions.ts'
import { BUNDLED_LANGUAGES } from '#shared/spokenLanguages.ts'
import { listSourceFiles, readText } from './sourceTree.ts'

const FOLDER = 'src/features/site/web/documents'
/** The documents that describe the product. The others are legal texts. */
const HELP_DOCUMENTS = ['appfaq', 'audiouploadintro', 'buydetail', 'common', 'transdetail', 'userdetail', 'zapier-doc'] as const

/** The rights that Pro has and Starter does not, with the names of the table of rights. */
const PRO_ADDS = 'glossary,ask_ai,templates_pro,template_community,custom_templates'
const rightsOfPro = () => FEATURE_CODES.filter((code) => includesRight('pro', code) && !includesRight('starter', code)).join()
/** In quotes, as in a route that requires this scope. */
const FILES_SCOPE = `'${SCOPES[1]}'`

const hasSetting = (name: string) => name in profileContract.changeSettings.body.def.shape
const messagesByNamespace = mergedMessages('src', 'en_US')
/** Returns whether a message that a screen can show exists. */
const hasMessage = (namespace: string, key: string) => key in (messagesByNamespace[namespace] ?? {})

/**
 * The claims of the help pages. Each claim holds as long as its function returns true: when a feature is added, removed or changed,
 * its sentences in ten languages must be updated. `words` matches how English texts describe it.
 */
const CLAIMS: Readonly<Record<string, { holds: () => boolean; words: RegExp | null }>> = {
  recorder: {
    holds: () => 'begin' in recorderContract && 'finish' in recorderContract && hasMessage('recorder', 'start'),
    words: /\*\*Record in this browser\*\*/,
  },
  'live-words': { holds: () => 'words' in recorderContract && hasMessage('recorder', 'live_words'), words: /\*\*Live words\*\*/ },
  'upload-resume': {
    holds: () => 'resume' in uploadContract && hasMessage('upload', 'continues_later_note'),
    words: /uploads continue|only the missing parts are sent/i,
  },
  'upload-folder': { holds: () => hasMessage('upload', 'folder'), words: /choose another folder/i },
  'import-exports': { holds: () => hasMessage('import', 'problem_noSound'), words: /\*\*Import from another app\*\*/ },
  'auto-transcription': {
    holds: () => hasSetting('transcribe_new') && 'transsumm' in generateContract,
    words: /starts automatically|transcribed automatically/i,
  },
  languages: { holds: () => BUNDLED_LANGUAGES.length === 99, words: /\b99\b/ },
  'languages-cn': {
    holds: () =>
      languageOptions('cn')
        .map(({ id }) => id)
        .join() === 'auto,zh-0,en,ja,ko,de,fr',
    words: /\bSix can be chosen\b/,
  },
  'plan-rights': { holds: () => 'ask' in askContract && rightsOfPro() === PRO_ADDS, words: /Everything in Starter, plus/ },
  connections: {
    holds: () =>
      !listSourceFiles().some((path) => !path.includes('features/integrations/') && readText(path).includes(FILES_SCOPE)),
    words: /only identifies the account/,
  },
  summary: { holds: () => 'queryNote' in notesContract, words: /Every transcript gets a summary/ },
  titles: {
    holds: () => 'restoreTitle' in filesContract && hasMessage('files', 'title_restore'),
    words: /\*\*Use the original title\*\*/,
  },
  citations: { holds: () => parseTimeLink('#t=374000') === 374_000, words: /ends with a time|links to its moment/i },
  'audio-retention': { holds: () => hasSetting('keep_audio_days'), words: /\*\*Keep audio\*\*/ },
  'trash-retention': { holds: () => hasSetting('trash_days') && 'trash' in filesContract, words: /\*\*Keep in trash\*\*/ },
  'data-export': { holds: () => 'all' in personalDataContract, words: /\*\*Download everything\*\*/ },
  speakers: { holds: () => hasMessage('transcription', 'speaker_rename'), words: /told apart/i },
  'voice-prints': {
    holds: () => 'voices' in transcriptionContract && hasMessage('voice-prints', 'voice_print_recognize'),
    words: /voice print/i,
  },
  editing: { holds: () => hasMessage('transcription', 'edit'), words: /\*\*Edit\*\*/ },
  'word-list': { holds: () => hasMessage('profile', 'pane_word_list'), words: /\*\*Word list\*\*/ },
  search: { holds: () => 'recordings' in searchContract && hasMessage('search', 'search_tip'), words: /\*\*Search\*\*/ },
  export: {
    holds: () => 'create' in exportContract && FORMAT_IDS.length === 33 && hasMessage('export', 'title'),
    words: /\*\*Export\*\*/,
  },
  sharing: {
    holds: () => 'create' in shareContract && hasMessage('files', 'share') && hasMessage('share', 'revoke'),
    words: /Choose \*\*Share\*\*/,
  },
  ask: { holds: () => 'ask' in askContract && hasMessage('ask', 'foot'), words: /\*\*Ask AI\*\*/ },
  'summary-editing': { holds: () => hasMessage('notes', 'edit'), words: /\*\*Compare versions\*\*/ },
  templates: {
    holds: () => hasMessage('templates', 'try_on_recording') && hasMessage('templates', 'personalize'),
    words: /\*\*(Try on a recording|New template|Share with the community)\*\*/,
  },
}

type Block = { text: string; claims: readonly string[] }

function blocksOf(text: string): Block[] {
  return text
    .split(/\n{2,}/)
    .map((block) => ({ text: block, claims: [...block.matchAll(CLAIM_MARK)].map(([, name = '']) => name) }))
}

const readBlocks = (name: string, locale: string) => blocksOf(readText(`${FOLDER}/${name}/${locale}.md`))

/** Returns the problems of the claim marks in an English text. */
function problemsOf(blocks: readonly Block[], claims = CLAIMS): string[] {
  return blocks.flatMap(({ text, claims: marked }) => [
    ...marked.filter((name) => !(name in claims)).map((name) => `unknown claim ${name}`),
    ...Object.entries(claims)
      .filter(([name, { words }]) => words?.test(text) && !marked.includes(name))
      .map(([name]) => `"${text.slice(0, 40)}" needs [claim:${name}]`),
  ])
}

describe('claims of the help pages', () => {
  it.each(Object.keys(CLAIMS))('%s is true and is used', (name) => {
    expect(CLAIMS[name]?.holds()).toBe(true)
    expect(HELP_DOCUMENTS.flatMap((document) => readBlocks(document, 'en_US').flatMap(({ claims }) => claims))).toContain(name)
  })

  it.each(HELP_DOCUMENTS)('%s marks every claim of its English text', (name) => {
    expect(problemsOf(readBlocks(name, 'en_US'))).toEqual([])
  })

  it.each(HELP_DOCUMENTS.flatMap((name) => LOCALES.map((locale) => [name, locale] as const)))(
    '%s in %s claims the same in the same places',
    (name, locale) => {
      const claimsOf = (language: string) => readBlocks(name, language).map(({ claims }) => claims)
      expect(claimsOf(locale)).toEqual(claimsOf('en_US'))
    },
  )

  it('of the table of plans about formats holds in every language (A§6)', () => {
    for (const locale of LOCALES) {
      const messages = JSON.parse(readText(`src/features/membership/messages/${locale}.json`)) as Record<string, string>
      const claimed = Number(/\d+/.exec(messages['member_fact_export'] ?? '')?.[0])
      expect(claimed).toBe(27)
      expect(FORMAT_IDS.length).toBeGreaterThanOrEqual(claimed)
    }
  })

  it('are not made in the other documents', () => {
    const others = DOCUMENTS.filter((name) => !HELP_DOCUMENTS.some((help) => help === name))
    expect(others.filter((name) => readText(`${FOLDER}/${name}/en_US.md`).includes('[claim:'))).toEqual([])
  })

  it('are found when they are unknown or not marked', () => {
    expect(problemsOf(blocksOf('We fly. [claim:flying]'))).toEqual(['unknown claim flying'])
    expect(problemsOf(blocksOf('Choose **Keep audio**.'))).toEqual(['"Choose **Keep audio**." needs [claim:audio-retention]'])
  })
})
