import type { BoundEndpoint } from '../contract/endpoint.ts'
import { createPageFiles } from '../control/about/page-file.ts'
import { createReferenceDocument } from '../control/about/reference-document.ts'
import { controlEndpoints } from '../control/index.ts'
import { createMetrics } from '../control/metrics/metrics.ts'
import type { MetricsTools } from '../control/metrics/registry.ts'
import type { ControlTools } from '../control/tools.ts'
import { packageRoot, packageVersion } from '../package-root.ts'

/** Connects every endpoint under /_sandbox with its tools; their reference lists the service's endpoints first. */
export function createControlEndpoints(
  service: readonly BoundEndpoint[],
  tools: Omit<ControlTools, 'referenceDocument' | 'pageFiles' | 'metrics'> & Pick<MetricsTools, 'webhooks'>,
): readonly BoundEndpoint[] {
  const all = () => [...service, ...control]
  const referenceDocument = createReferenceDocument(packageRoot(), packageVersion(), all)
  const pageFiles = createPageFiles(packageRoot())
  const metrics = createMetrics({ ...tools, service })
  const control = controlEndpoints({ ...tools, metrics, referenceDocument, pageFiles })
  return control
}
