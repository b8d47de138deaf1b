import type { Locale } from '#shared/locales.ts'
import de from '../messages/de_DE.json' with { type: 'json' }
import en from '../messages/en_US.json' with { type: 'json' }
import es from '../messages/es_ES.json' with { type: 'json' }
import fr from '../messages/fr_FR.json' with { type: 'json' }
import it from '../messages/it_IT.json' with { type: 'json' }
import ja from '../messages/ja_JP.json' with { type: 'json' }
import ko from '../messages/ko_KR.json' with { type: 'json' }
import pt from '../messages/pt_PT.json' with { type: 'json' }
import zhCn from '../messages/zh_CN.json' with { type: 'json' }
import zhTw from '../messages/zh_TW.json' with { type: 'json' }
import { describeFailure } from '../rules.ts'

const MESSAGES: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  en_US: en,
  es_ES: es,
  fr_FR: fr,
  de_DE: de,
  it_IT: it,
  ja_JP: ja,
  ko_KR: ko,
  pt_PT: pt,
  zh_CN: zhCn,
  zh_TW: zhTw,
}

/** Returns what the page says about a code of B§8, for clients that say their language (B§7). */
export const failureText = (status: number, locale: Locale): string => MESSAGES[locale][describeFailure(status).reason] ?? ''
