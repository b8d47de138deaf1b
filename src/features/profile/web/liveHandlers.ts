import { meTopic } from '#features/account/contract.ts'
import { handleTopic } from '#browser/live/handleTopic.ts'
import { settingsTopic } from '../contract.ts'
import { profileClient } from './profileClient.ts'

export const liveHandlers = [
  handleTopic(settingsTopic, (queries) => void queries.invalidateQueries({ queryKey: profileClient.settings.key() })),
  handleTopic(meTopic, (queries) => void queries.invalidateQueries({ queryKey: profileClient.me.key() })),
]
