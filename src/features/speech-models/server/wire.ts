import { SPOKEN_LANGUAGES } from '#shared/spokenLanguages.ts'
import type { AppContext } from '#platform/context.ts'
import { modelBytes } from '#platform/speech/models/catalogue.ts'
import { chooseModel, findBetterModel } from '#platform/speech/models/chooseModel.ts'
import type { ManagedModel } from '#platform/speech/models/modelManager.ts'
import type { MeasuredSpeed } from '#platform/speech/models/modelStore.ts'
import type { LanguageCoverage, SpeechModel } from '../contract.ts'

type Server = { readonly preferred: string | null; /** The speed of the bundled model. */ readonly base: MeasuredSpeed | null }

export function toSpeechModel(
  { model, isInstalled, received, measured, activity }: ManagedModel,
  { preferred, base }: Server,
): SpeechModel {
  const total = modelBytes(model)
  const estimate = base === null ? null : { factor: Math.round(base.speed * model.relativeSpeed * 10) / 10, is_measured: false }
  return {
    id: model.id,
    name: model.name,
    maker: model.maker,
    licence: model.licence,
    languages: [...model.languages],
    words: model.words,
    bytes: total,
    received: activity.kind === 'downloading' ? activity.received : received,
    state: stateOf({ isInstalled, received, activity }),
    rate: activity.kind === 'downloading' ? activity.rate : null,
    failure: activity.kind === 'failed' ? toFailure(activity.reason) : null,
    is_bundled: model.isBundled ?? false,
    is_preferred: model.id === preferred,
    speed: measured ? { factor: measured.speed, is_measured: true } : estimate,
    accuracy: model.accuracy,
  }
}

function stateOf({
  isInstalled,
  received,
  activity,
}: Pick<ManagedModel, 'isInstalled' | 'received' | 'activity'>): SpeechModel['state'] {
  if (activity.kind !== 'none') return activity.kind
  if (isInstalled) return 'installed'
  return received > 0 ? 'partial' : 'absent'
}

type Failure = NonNullable<SpeechModel['failure']>

const toFailure = (reason: string): Failure =>
  (['wrong-content', 'disk-full', 'busy'] as const).find((kind) => kind === reason) ?? 'unreachable'

/**
 * Returns which model transcribes each language on this server. A configured speech server transcribes all languages of Whisper.
 */
export async function listLanguageCoverage({ models, config }: AppContext): Promise<LanguageCoverage[]> {
  const installed = await models.read()
  return SPOKEN_LANGUAGES.map((code) => {
    const choice = chooseModel(code, installed)
    if (config.speechServer !== null)
      return { code, model: choice ? config.speechServer.model : null, is_approximate: false, better: null }
    const better = findBetterModel(code, choice)
    return {
      code,
      model: choice?.model.name ?? null,
      is_approximate: choice !== undefined && choice.language !== code,
      better: better ? { id: better.id, name: better.name, bytes: modelBytes(better) } : null,
    }
  })
}
