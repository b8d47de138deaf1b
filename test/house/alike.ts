/** Words that are rightly the same as in English, by their text: in which languages, and why. */
export const alike: Readonly<Record<string, { in: 'all' | readonly string[]; because: string }>> = {
  OK: { in: ['fr_FR', 'de_DE', 'it_IT', 'ja_JP', 'pt_PT'], because: 'the button is called so there too' },
  Notifications: { in: ['fr_FR'], because: 'the French word' },
  Color: { in: ['es_ES'], because: 'the Spanish word' },
  Name: { in: ['de_DE'], because: 'the German word' },
  Orange: { in: ['fr_FR', 'de_DE'], because: 'the colour is called so there too' },
  Turquoise: { in: ['fr_FR'], because: 'the French word' },
  Violet: { in: ['fr_FR'], because: 'the French word' },
  beta: { in: ['es_ES', 'it_IT', 'pt_PT'], because: 'the word is the same there' },
  Ctrl: { in: ['es_ES', 'fr_FR', 'it_IT', 'ja_JP', 'ko_KR', 'pt_PT', 'zh_CN', 'zh_TW'], because: 'it stands on the key so' },
  Plan: { in: ['es_ES'], because: 'the Spanish word' },
  Starter: { in: ['es_ES', 'fr_FR', 'de_DE', 'it_IT', 'pt_PT'], because: 'the name of a plan' },
  Pro: { in: ['es_ES', 'fr_FR', 'de_DE', 'it_IT', 'pt_PT'], because: 'the name of a plan' },
  Version: { in: ['fr_FR', 'de_DE'], because: 'the French and the German word' },
  Transcription: { in: ['fr_FR'], because: 'the French word' },
  Invitations: { in: ['fr_FR'], because: 'the French word' },
}
