import type { BoundEndpoint } from '../contract/endpoint.ts'
import { createPageFiles } from '../control/about/page-file.ts'
import { createReferenceDocument } from '../control/about/reference-document.ts'
import { controlEndpoints } from '../control/index.ts'
import type { ControlTools } from '../control/tools.ts'
import { serviceEndpoints } from '../flows/index.ts'
import type { FlowTools } from '../flows/tools.ts'
import { packageRoot, packageVersion } from '../package-root.ts'

/** Every endpoint with its tools: the service's, then the sandbox's own. */
export function createEndpoints(
  service: FlowTools,
  control: Omit<ControlTools, 'referenceDocument' | 'pageFiles'>,
): readonly BoundEndpoint[] {
  const referenceDocument = createReferenceDocument(packageRoot(), packageVersion(), () => endpoints)
  const pageFiles = createPageFiles(packageRoot())
  const endpoints = [...serviceEndpoints(service), ...controlEndpoints({ ...control, referenceDocument, pageFiles })]
  return endpoints
}
