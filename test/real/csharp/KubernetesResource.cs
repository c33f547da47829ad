// A class that the published SDK of Kubernetes adds to the generated ones.
namespace Pulumi.Kubernetes
{
    public abstract class KubernetesResource : CustomResource
    {
        protected KubernetesResource(string type, string name, ResourceArgs args, CustomResourceOptions options = null)
            : base(type, name, args, options)
        {
        }
    }
}
