export { Recorders } from './web/Recorders.tsx'
export { hasRecorder, useHasRecorder } from './web/hasRecorder.ts'
