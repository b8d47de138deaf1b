import { hours } from '#shared/units.ts'
import { type ServerFeature, handleJob } from '#platform/feature.ts'
import { accountRoutes, codesRoutes, reauthenticationRoutes } from './server/signInRoutes.ts'
import { sendCode, sendCodeJob } from './server/codes/emailCodes.ts'
import { deleteExpired, deleteExpiredJob, eraseJob, eraseRemovedAccounts } from './server/deletion.ts'
import { desktopRoutes } from './server/desktop/desktopRoutes.ts'
import { exportPersonalData } from './server/privacy/exportPersonalData.ts'
import { privacyRoutes } from './server/privacy/privacyRoutes.ts'
import { authenticateToken, isLinkAlive } from './server/sessions/sessions.ts'
import { sessionsRoutes } from './server/sessions/sessionsRoutes.ts'
import { invitationsRoutes } from './server/sign-up/invitations.ts'
import { revokeAndDeleteIdentity, revokeIdentityJob } from './server/sso/identities.ts'
import { ssoPages } from './server/sso/ssoPages.ts'
import { ssoRoutes } from './server/sso/ssoRoutes.ts'

export { accountTakenOver } from './server/codes/emailCodes.ts'
export { type AccountProfile, updateAccountProfile, readAccountProfile } from './server/accountProfile.ts'
export { accountRemoved, removeAccount } from './server/deletion.ts'
export { hashPassword, verifyPassword } from './server/password/passwordHash.ts'
export { isSessionActive, sessionBinding } from './server/sessions/sessions.ts'
export { accountCreated, setupToken } from './server/sign-up/signUp.ts'
export {
  ACCOUNT_TABLE,
  findAccount,
  hasAccounts,
  isOperator,
  listAccountIds,
  listOperatorEmails,
  lockAccountForShare,
} from './server/store.ts'

/** Accounts, sign-in and sessions. */
export const account: ServerFeature = {
  name: 'account',
  authenticate: authenticateToken,
  linkKinds: { session: isLinkAlive },
  routes: [
    accountRoutes,
    ssoPages,
    ssoRoutes,
    codesRoutes,
    desktopRoutes,
    sessionsRoutes,
    invitationsRoutes,
    privacyRoutes,
    reauthenticationRoutes,
  ],
  jobs: [
    handleJob(revokeIdentityJob, revokeAndDeleteIdentity),
    handleJob(sendCodeJob, sendCode),
    handleJob(deleteExpiredJob, deleteExpired),
    handleJob(eraseJob, eraseRemovedAccounts),
  ],
  schedules: [
    { every: hours(1), job: deleteExpiredJob },
    { every: hours(1), job: eraseJob },
  ],
  personalData: exportPersonalData,
}
