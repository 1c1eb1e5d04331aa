import type { BoundEndpoint } from '../contract/endpoint.ts'
import { createPage } from '../control/about/page-files.ts'
import { createReference } from '../control/about/reference-files.ts'
import { controlEndpoints } from '../control/index.ts'
import type { ControlTools } from '../control/tools.ts'
import { serviceEndpoints } from '../flows/index.ts'
import type { FlowTools } from '../flows/tools.ts'
import { packageRoot, packageVersion } from '../package-root.ts'

/** Every endpoint with its tools: the service's, then the sandbox's own. */
export function createEndpoints(
  service: FlowTools,
  control: Omit<ControlTools, 'reference' | 'page'>,
  access: Parameters<typeof createPage>[1],
): readonly BoundEndpoint[] {
  const reference = createReference(packageRoot(), packageVersion(), () => endpoints)
  const page = createPage(packageRoot(), access)
  const endpoints = [...serviceEndpoints(service), ...controlEndpoints({ ...control, reference, page })]
  return endpoints
}
