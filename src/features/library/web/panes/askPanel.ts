import { create } from 'zustand'

/** Whether the panel that asks the open recording is shown. It takes the place of the list, and stays for the next recording. */
export const useAskPanel = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

export const toggleAskPanel = (): void => useAskPanel.setState(({ isOpen }) => ({ isOpen: !isOpen }))
export const closeAskPanel = (): void => useAskPanel.setState({ isOpen: false })
