export type FeatureNames = {
  /** Folder name: `voice-prints`. */
  readonly feature: string
  /** Start of constants: `voicePrints`. */
  readonly camel: string
  /** Start of components: `VoicePrints`. */
  readonly pascal: string
  /** In sentences: `voice prints`. */
  readonly sentence: string
}

/** Returns the spellings of a feature's name. Throws when it is not kebab-case. */
export function featureNames(feature: string): FeatureNames {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(feature)) {
    throw new Error(`"${feature}" should be words in small letters with dashes between: voice-prints`)
  }
  const parts = feature.split('-')
  const pascal = parts.map((part) => part[0]!.toUpperCase() + part.slice(1)).join('')
  return { feature, camel: pascal[0]!.toLowerCase() + pascal.slice(1), pascal, sentence: parts.join(' ') }
}
