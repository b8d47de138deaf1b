import { create } from 'zustand'

/** A question that another part of the page hands over, such as the palette. It is asked when the page of questions shows. */
type Handed = { readonly question: string; readonly files: readonly string[] }

const useHanded = create<{ handed: Handed | null }>(() => ({ handed: null }))

/** Hands a question to the page of questions, which asks it in a new thread. */
export const handQuestion = (question: string, files: readonly string[] = []): void =>
  useHanded.setState({ handed: { question, files } })

/** Returns the question that was handed over, and what forgets it. */
export const useHandedQuestion = () => [useHanded(({ handed }) => handed), () => useHanded.setState({ handed: null })] as const
