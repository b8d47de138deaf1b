import { useQuery } from '@tanstack/react-query'
import { minutes } from '#shared/units.ts'
import type { LanguageCoverage } from '../contract.ts'
import { speechModelsClient } from './speechModelsClient.ts'

/** Returns which model transcribes each language here, by the engine's code. Empty until it is loaded. */
export function useLanguageCoverage(): ReadonlyMap<string, LanguageCoverage> {
  const { data } = useQuery({
    queryKey: speechModelsClient.languages.key({}),
    queryFn: ({ signal }) => speechModelsClient.languages({}, { signal }),
    staleTime: minutes(1),
    select: ({ data: { languages } }) => new Map(languages.map((language) => [language.code, language])),
  })
  return data ?? NONE
}

const NONE: ReadonlyMap<string, LanguageCoverage> = new Map()
