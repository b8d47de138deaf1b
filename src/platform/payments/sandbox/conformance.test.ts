import { describeGateway } from '#test/payments/gatewayConformance.ts'
import { openSandboxHarness } from '#test/payments/openSandboxHarness.ts'

describeGateway('the sandbox', openSandboxHarness)
