import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { checkConfig } from '../src/config.ts'
import { packageRoot } from '../src/package-root.ts'
import { call } from './support/call.ts'
import { openSandbox } from './support/opened-sandbox.ts'

/** The manifests of deploy/kubernetes, held against each other and against the sandbox. No cluster was asked. */

const folder = join(packageRoot(), 'deploy/kubernetes')
const read = (file: string) => parse(readFileSync(join(folder, file), 'utf8'))
const kustomization = read('kustomization.yaml')
const files: readonly string[] = kustomization.resources
const of = (kind: string) => files.map(read).find((one) => one.kind === kind)
const set = of('StatefulSet').spec
const pod = set.template.spec
const [container] = pod.containers
const probes = ['startupProbe', 'readinessProbe', 'livenessProbe'].map((name) => container[name].httpGet)

test('each file of the folder is a resource of a known kind, with a version and a name', () => {
  expect([...files, 'kustomization.yaml'].sort()).toEqual(readdirSync(folder).sort())
  expect(files.map(read).map(({ apiVersion, kind, metadata }) => [apiVersion, kind, metadata.name])).toEqual([
    ['v1', 'Namespace', kustomization.namespace],
    ['v1', 'Service', 'payments-sandbox'],
    ['apps/v1', 'StatefulSet', 'payments-sandbox'],
    ['policy/v1', 'PodDisruptionBudget', 'payments-sandbox'],
    ['networking.k8s.io/v1', 'NetworkPolicy', 'payments-sandbox'],
  ])
})

test('every selector selects the pod, and every port is the one it listens on', () => {
  const { labels } = set.template.metadata
  const selectors = [
    of('Service').spec.selector,
    set.selector.matchLabels,
    of('PodDisruptionBudget').spec.selector.matchLabels,
    of('NetworkPolicy').spec.podSelector.matchLabels,
  ]
  for (const selector of selectors) expect(selector).toEqual(labels)
  expect(set.serviceName).toBe(of('Service').metadata.name)
  expect(container.ports).toEqual([{ name: 'http', containerPort: 4747 }])
  expect(of('Service').spec.ports[0]).toMatchObject({ port: 4747, targetPort: 'http' })
  expect(of('NetworkPolicy').spec.ingress[0].ports).toEqual([{ protocol: 'TCP', port: 4747 }])
  expect(probes.map(({ port }) => port)).toEqual(['http', 'http', 'http'])
})

test('one pod writes a disk of its own, is not root, and writes nowhere else', () => {
  expect(set.replicas).toBe(1)
  expect(set.volumeClaimTemplates[0].spec.accessModes).toEqual(['ReadWriteOnce'])
  const volumes = [
    ...set.volumeClaimTemplates.map(({ metadata }: { metadata: { name: string } }) => metadata),
    ...pod.volumes,
  ]
  const mounts: { name: string }[] = container.volumeMounts
  expect(mounts.map(({ name }) => name).sort()).toEqual(volumes.map(({ name }: { name: string }) => name).sort())
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
  expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
  const [, preStopSeconds] = container.lifecycle.preStop.exec.command
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number(preStopSeconds) + 5)
})

test('its variables are settings of the sandbox, with values that are accepted', () => {
  const values = Object.fromEntries(
    container.env.map(({ name, value }: { name: string; value?: string }) => [name, value]),
  )
  const list = (name: string) => values[name]?.split(',')
  expect(Object.keys(values).sort()).toEqual([
    'PAYMENTS_SANDBOX_ALLOW_HOST',
    'PAYMENTS_SANDBOX_CALLBACK_ALLOW',
    'PAYMENTS_SANDBOX_TOKEN',
  ])
  const input = {
    allowHost: list('PAYMENTS_SANDBOX_ALLOW_HOST'),
    callbackAllow: list('PAYMENTS_SANDBOX_CALLBACK_ALLOW'),
  }
  expect(checkConfig(input).success).toBe(true)
})

test('a sandbox answers the probes', async () => {
  const sandbox = await openSandbox()
  // A probe has the address of the pod as its Host.
  const headers = { host: '10.1.2.3:4747' }
  for (const { path } of probes) expect((await call(sandbox.url, path, { headers })).status).toBe(200)
})
