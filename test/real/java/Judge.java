import com.google.common.collect.ImmutableMap;
import com.google.gson.Gson;
import com.google.protobuf.Empty;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import com.google.protobuf.util.JsonFormat;
import com.pulumi.deployment.internal.InlineDeploymentSettings;
import com.pulumi.internal.PulumiInternal;
import com.pulumi.resources.StackOptions;
import com.pulumi.test.PulumiTest;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.File;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import pulumirpc.EngineGrpc;
import pulumirpc.EngineOuterClass;
import pulumirpc.Resource;
import pulumirpc.ResourceMonitorGrpc;

/**
 * Compiles programs and their SDKs, and runs them with a monitor that records registrations. One process does this for all programs, because the
 * compiler is slow at first. The first argument is a JSON file with jobs, and the second is the file for the results.
 */
public class Judge {

    static class Job {

        /** A folder with the sources and resource files of an SDK. If omitted, the program uses published SDKs. */
        String sdk;
        String published;
        String classes;
        List<Program> programs;
    }

    static class Program {

        /** The main file. All sources of the program are in its folder. */
        String file;
        boolean run;
        /** The configuration of the stack. Keys have a namespace. */
        Map<String, String> config = Map.of();
        /** The outputs of all other stacks. The value of an output is `NAME OF THE REFERENCE.OUTPUT`. */
        List<String> stackOutputs = List.of();
    }

    static class Verdict {

        /** The compiler's errors in the SDK. */
        List<String> broken = List.of();
        List<Result> programs = new ArrayList<>();
    }

    static class Result {

        List<String> complaints = List.of();
        List<Registration> registrations;
        String failure;
    }

    static class Registration {

        String type;
        String name;
        Object inputs;
    }

    public static void main(String[] args) throws Exception {
        var gson = new Gson();
        var jobs = gson.fromJson(Files.readString(Path.of(args[0])), Job[].class);
        var verdicts = new ArrayList<Verdict>();
        for (var job : jobs) verdicts.add(judge(job));
        Files.writeString(Path.of(args[1]), gson.toJson(verdicts));
        System.exit(0);
    }

    static Verdict judge(Job job) throws Exception {
        var verdict = new Verdict();
        var sdk = Path.of(job.classes, "sdk");
        Files.createDirectories(sdk);
        var classPath = System.getProperty("java.class.path");
        if (job.sdk != null) {
            var sources = sources(Path.of(job.sdk, "src", "main", "java"));
            verdict.broken = compile(sources, sdk, classPath, List.of("-nowarn"), true);
            if (!verdict.broken.isEmpty()) return verdict;
        }
        for (var program : job.programs) verdict.programs.add(judge(program, job, sdk));
        return verdict;
    }

    static Result judge(Program program, Job job, Path sdk) throws Exception {
        var result = new Result();
        var classes = Path.of(job.classes, "program" + job.programs.indexOf(program));
        Files.createDirectories(classes);
        var path = sdk + File.pathSeparator + System.getProperty("java.class.path");
        if (job.published != null) path += File.pathSeparator + jars(job.published);
        // The program sets all properties, so it also uses deprecated members.
        var lint = List.of("-Xlint:all,-deprecation", "-Werror");
        result.complaints = compile(sources(Path.of(program.file).getParent()), classes, path, lint, false);
        if (!result.complaints.isEmpty() || !program.run) return result;
        try {
            var urls = new ArrayList<>(List.of(classes.toUri().toURL(), sdk.toUri().toURL()));
            if (job.sdk != null) urls.add(Path.of(job.sdk, "src", "main", "resources").toUri().toURL());
            if (job.published != null) {
                for (var jar : jars(job.published).split(File.pathSeparator)) urls.add(Path.of(jar).toUri().toURL());
            }
            result.registrations = record(urls, program);
        } catch (Throwable failure) {
            var cause = failure;
            while (cause.getCause() != null) cause = cause.getCause();
            var trace = List.of(cause.getStackTrace());
            result.failure = cause + " " + trace.subList(0, Math.min(8, trace.size()));
        }
        return result;
    }

    /** Expands `folder/*` to the paths of its jars. */
    static String jars(String pattern) throws Exception {
        try (Stream<Path> files = Files.list(Path.of(pattern.replaceAll("\\*$", "")))) {
            return files.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        }
    }

    static List<Path> sources(Path folder) throws Exception {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).collect(Collectors.toList());
        }
    }

    static List<String> compile(
        List<Path> files,
        Path to,
        String classPath,
        List<String> flags,
        boolean errorsOnly
    ) throws Exception {
        if (files.isEmpty()) return List.of();
        var compiler = ToolProvider.getSystemJavaCompiler();
        var found = new DiagnosticCollector<JavaFileObject>();
        var options = new ArrayList<>(List.of("-proc:none", "--release", "11", "-d", to.toString(), "-cp", classPath));
        options.addAll(flags);
        try (var manager = compiler.getStandardFileManager(found, null, StandardCharsets.UTF_8)) {
            var units = manager.getJavaFileObjectsFromPaths(files);
            var isDone = compiler.getTask(new StringWriter(), manager, found, options, null, units).call();
            var complaints = found
                .getDiagnostics()
                .stream()
                .filter(each -> each.getKind() != Diagnostic.Kind.NOTE)
                .filter(each -> !errorsOnly || each.getKind() == Diagnostic.Kind.ERROR)
                .map(Object::toString)
                .collect(Collectors.toList());
            return isDone || !complaints.isEmpty() ? complaints : List.of("the compiler failed without a word");
        }
    }

    static List<Registration> record(List<URL> urls, Program program) throws Exception {
        var registrations = new ArrayList<Registration>();
        var errors = new CopyOnWriteArrayList<String>();
        var monitor = monitor(registrations, program.stackOutputs);
        var server = ServerBuilder.forPort(0).addService(monitor).addService(engine(errors)).build().start();
        try (var loader = new URLClassLoader(urls.toArray(new URL[0]), Judge.class.getClassLoader())) {
            var stack = loader.loadClass("myproject.App").getMethod("stack", com.pulumi.Context.class);
            var address = "127.0.0.1:" + server.getPort();
            var settings = InlineDeploymentSettings.builder()
                .monitorAddr(address)
                .engineAddr(address)
                .project("synthetic")
                .stack("dev")
                .isDryRun(false)
                .config(ImmutableMap.copyOf(program.config))
                .build();
            var failures = new ArrayList<Throwable>();
            var run = PulumiInternal.fromInline(settings, StackOptions.Empty).runAsync(context -> {
                try {
                    stack.invoke(null, context);
                } catch (ReflectiveOperationException failure) {
                    failures.add(failure);
                }
            });
            var code = run.get(60, TimeUnit.SECONDS);
            if (code != 0) failures.add(new IllegalStateException("the program ended with " + code + ": " + errors));
            if (!failures.isEmpty()) throw failures.get(0);
            return registrations;
        } catch (Exception | Error failure) {
            throw failure;
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        } finally {
            PulumiTest.cleanup();
            stop(server);
        }
    }

    static void stop(Server server) throws InterruptedException {
        server.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
    }

    static ResourceMonitorGrpc.ResourceMonitorImplBase monitor(List<Registration> registrations, List<String> stackOutputs) {
        return new ResourceMonitorGrpc.ResourceMonitorImplBase() {
            @Override
            public void supportsFeature(
                Resource.SupportsFeatureRequest request,
                StreamObserver<Resource.SupportsFeatureResponse> to
            ) {
                // Without the feature "resourceReferences", the SDK sends resources and providers as their IDs.
                var has = request.getId().equals("secrets");
                answer(to, Resource.SupportsFeatureResponse.newBuilder().setHasSupport(has).build());
            }

            @Override
            public void registerResource(
                Resource.RegisterResourceRequest request,
                StreamObserver<Resource.RegisterResourceResponse> to
            ) {
                var urn = "urn:pulumi:dev::synthetic::" + request.getType() + "::" + request.getName();
                if (!request.getType().equals("pulumi:pulumi:Stack")) {
                    synchronized (registrations) {
                        registrations.add(registration(request.getType(), request.getName(), request.getObject()));
                    }
                }
                answer(to, Resource.RegisterResourceResponse.newBuilder().setUrn(urn).setId(request.getName()).build());
            }

            /** Reads a stack reference. */
            @Override
            public void readResource(
                Resource.ReadResourceRequest request,
                StreamObserver<Resource.ReadResourceResponse> to
            ) {
                synchronized (registrations) {
                    registrations.add(registration(request.getType(), request.getName(), request.getProperties()));
                }
                var outputs = Struct.newBuilder();
                for (var output : stackOutputs) {
                    var value = request.getName() + "." + output;
                    outputs.putFields(output, Value.newBuilder().setStringValue(value).build());
                }
                var properties = request
                    .getProperties()
                    .toBuilder()
                    .putFields("outputs", Value.newBuilder().setStructValue(outputs).build());
                var urn = "urn:pulumi:dev::synthetic::" + request.getType() + "::" + request.getName();
                answer(to, Resource.ReadResourceResponse.newBuilder().setUrn(urn).setProperties(properties).build());
            }

            @Override
            public void registerResourceOutputs(
                Resource.RegisterResourceOutputsRequest request,
                StreamObserver<Empty> to
            ) {
                answer(to, Empty.getDefaultInstance());
            }

            @Override
            public void registerPackage(
                Resource.RegisterPackageRequest request,
                StreamObserver<Resource.RegisterPackageResponse> to
            ) {
                answer(to, Resource.RegisterPackageResponse.newBuilder().setRef("package").build());
            }

            @Override
            public void signalAndWaitForShutdown(Empty request, StreamObserver<Empty> to) {
                answer(to, request);
            }
        };
    }

    static EngineGrpc.EngineImplBase engine(List<String> errors) {
        return new EngineGrpc.EngineImplBase() {
            @Override
            public void log(EngineOuterClass.LogRequest request, StreamObserver<Empty> to) {
                if (request.getSeverity() == EngineOuterClass.LogSeverity.ERROR) errors.add(request.getMessage());
                answer(to, Empty.getDefaultInstance());
            }

            @Override
            public void setRootResource(
                EngineOuterClass.SetRootResourceRequest request,
                StreamObserver<EngineOuterClass.SetRootResourceResponse> to
            ) {
                answer(to, EngineOuterClass.SetRootResourceResponse.getDefaultInstance());
            }
        };
    }

    static Registration registration(String type, String name, Struct inputs) {
        try {
            var made = new Registration();
            made.type = type;
            made.name = name;
            made.inputs = new Gson().fromJson(JsonFormat.printer().print(inputs), Map.class);
            return made;
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    static <T> void answer(StreamObserver<T> to, T response) {
        to.onNext(response);
        to.onCompleted();
    }
}
