/** What is generated (B§4): everything, the transcript again, the summary again, a note, or a note from any template. */
export const GENERATE_FLAGS = { generate: 0, retranscribe: 1, resummarise: 2, newNote: 3, allTemplates: 4 } as const
export type GenerateFlag = (typeof GENERATE_FLAGS)[keyof typeof GENERATE_FLAGS]
