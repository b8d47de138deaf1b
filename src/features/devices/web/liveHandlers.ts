import { handleTopic } from '#browser/live/handleTopic.ts'
import { devicesTopic } from '../contract.ts'
import { devicesClient } from './devicesClient.ts'

export const liveHandlers = [
  handleTopic(devicesTopic, (queries) => void queries.invalidateQueries({ queryKey: devicesClient.list.key() })),
]
