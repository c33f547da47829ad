/** Recognizes the objects that every Kubernetes cluster creates. */

export interface NamedObject {
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly textAt: (...path: readonly string[]) => string;
}

const clusterNamespaces: ReadonlySet<string> = new Set(["kube-system", "kube-public", "kube-node-lease"]);

export function isClusterObject({ group, kind, namespace, name, textAt }: NamedObject): boolean {
  const hasLabel = (label: string): boolean => textAt("metadata", "labels", label) !== "";
  if (clusterNamespaces.has(namespace)) return true;
  switch (`${group} ${kind}`) {
    case " Namespace":
      return clusterNamespaces.has(name) || name === "default";
    case " ServiceAccount":
      return name === "default";
    case " ConfigMap":
      return name === "kube-root-ca.crt";
    case " Service":
    case " Endpoints":
    case "discovery.k8s.io EndpointSlice":
      return namespace === "default" && name === "kubernetes";
    case "rbac.authorization.k8s.io ClusterRole":
    case "rbac.authorization.k8s.io ClusterRoleBinding":
    case "rbac.authorization.k8s.io Role":
    case "rbac.authorization.k8s.io RoleBinding":
      return (
        name.startsWith("system:") || textAt("metadata", "labels", "kubernetes.io/bootstrapping") === "rbac-defaults"
      );
    case "scheduling.k8s.io PriorityClass":
      return name.startsWith("system-");
    case "flowcontrol.apiserver.k8s.io FlowSchema":
    case "flowcontrol.apiserver.k8s.io PriorityLevelConfiguration":
      return textAt("metadata", "annotations", "apf.kubernetes.io/autoupdate-spec") !== "";
    case "apiregistration.k8s.io APIService":
      return hasLabel("kube-aggregator.kubernetes.io/automanaged");
    case "networking.k8s.io ServiceCIDR":
      return name === "kubernetes";
    default:
      return hasLabel("addonmanager.kubernetes.io/mode");
  }
}
