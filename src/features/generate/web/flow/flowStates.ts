import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { FlowState, GENERATE_FLAGS, RequestedChoices } from '../../rules.ts'

/** The flags of a recording; notes have their own hook. */
export type FileFlag = typeof GENERATE_FLAGS.generate | typeof GENERATE_FLAGS.retranscribe | typeof GENERATE_FLAGS.resummarise

export type StartInput = {
  fileId: string
  flag: FileFlag
  choices?: RequestedChoices
  isRetry?: boolean
  /** The user wants it although it exceeds the quota (B§5). */
  isConfirmed?: boolean
}

/** The flows that this page has started, by the recording or the note they are for. What moves them is loaded with the first one. */
const flows = createStore<Readonly<Record<string, FlowState>>>(() => ({}))

/** Returns the flow of a recording or a note. Flows of other tabs and of earlier visits are not known. */
export const useFlow = (target: string): FlowState | undefined => useStore(flows, (states) => states[target])

export const getFlow = (target: string): FlowState | undefined => flows.getState()[target]

export const setFlow = (target: string, state: FlowState): void => flows.setState({ [target]: state })

/** Returns whether a flow has been started on this page. */
export const hasFlows = (): boolean => Object.keys(flows.getState()).length > 0

/** Forgets the flow of a recording or a note. */
export const forgetFlow = (target: string): void =>
  flows.setState((states) => Object.fromEntries(Object.entries(states).filter(([key]) => key !== target)), true)
