import { useQuery } from '@tanstack/react-query'
import { languageModelsContract } from '#features/language-models/contract.ts'
import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { useLocale } from '#browser/i18n/useTranslations.ts'

const languageModels = client('language-models', languageModelsContract, send)

/** Returns the models that can be chosen, the automatic choice first (B§3). Undefined until they are loaded. */
export function useModels() {
  const query = { language: useLocale() }
  const { data } = useQuery({
    queryKey: languageModels.options.key({ query }),
    queryFn: ({ signal }) => languageModels.options({ query }, { signal }),
    select: (reply) => reply.data.models,
  })
  return data
}

/** Returns the model, or the automatic choice when this server does not offer it any more. */
export const offeredModel = (models: ReturnType<typeof useModels>, model: string): string =>
  !models || models.some(({ model_name }) => model_name === model) ? model : 'auto'
