import com.sun.source.tree.NewClassTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Parses one class from stdin without resolving names. Prints the number of created objects, and exits with 1 after a syntax error. */
public class Parse {
    public static void main(String[] args) throws Exception {
        var text = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        var source = new SimpleJavaFileObject(URI.create("string:///App.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
        var mistakes = new DiagnosticCollector<JavaFileObject>();
        var compiler = ToolProvider.getSystemJavaCompiler();
        var task = (JavacTask) compiler.getTask(null, null, mistakes, List.of("-proc:none"), null, List.of(source));
        var made = new int[1];
        var counter = new TreeScanner<Void, Void>() {
            @Override
            public Void visitNewClass(NewClassTree node, Void unused) {
                made[0] += 1;
                return super.visitNewClass(node, unused);
            }
        };
        counter.scan(task.parse(), null);
        mistakes.getDiagnostics().forEach(System.err::println);
        if (!mistakes.getDiagnostics().isEmpty()) System.exit(1);
        System.out.println(made[0]);
    }
}
