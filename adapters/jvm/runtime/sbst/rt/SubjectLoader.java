// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.Set;

/**
 * Loads the classes of the subject's class path with probes in them, and the classes that this
 * runtime makes. Packages of the JDK come from the JDK, everything else from the class path first.
 */
final class SubjectLoader extends URLClassLoader {
    static final String NAME = "sbst-subject";

    private final Set<String> packagesOfJdk = new HashSet<>();
    private final Instrumenter instrumenter;

    static {
        registerAsParallelCapable();
    }

    SubjectLoader(URL[] classPath, Instrumenter instrumenter) {
        super(NAME, classPath, ClassLoader.getPlatformClassLoader());
        this.instrumenter = instrumenter;
        for (Module module : ModuleLayer.boot().modules()) {
            packagesOfJdk.addAll(module.getPackages());
        }
    }

    /**
     * Opens the class path, of which the JDK opens each entry when it is first needed: a test that
     * lacks stack at that moment would lose the entry for all later tests.
     */
    void openAll() {
        findResource("META-INF/sbst-none");
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        int dot = name.lastIndexOf('.');
        String packageName = dot < 0 ? "" : name.substring(0, dot);
        if (packageName.equals("sbst.rt") || packagesOfJdk.contains(packageName)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                loaded = findClass(name);
            }
            if (resolve) {
                resolveClass(loaded);
            }
            return loaded;
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        // A stop in here would break this class, or one of the JDK, permanently.
        boolean isSuspended = Worker.suspendWatchdog();
        try {
            return load(name);
        } catch (Stop | VirtualMachineError e) {
            // What was half done is not known.
            Worker.distrustClasses();
            throw e;
        } finally {
            if (isSuspended) {
                Worker.resumeWatchdog();
            }
        }
    }

    /**
     * The folder of a package is a list of its files where classes are in folders, and nothing where
     * they are in a jar; the loaders above this one may have a folder of the name, too.
     */
    @Override
    public URL getResource(String name) {
        noteFolder(name);
        return super.getResource(name);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        noteFolder(name);
        return super.getResources(name);
    }

    private void noteFolder(String name) {
        if (isFolder(name)) {
            Guard.readsFolder();
        }
    }

    private boolean isFolder(String name) {
        String prefix = name.endsWith("/") || name.isEmpty() ? name : name + "/";
        for (Package known : getDefinedPackages()) {
            if ((known.getName().replace('.', '/') + "/").startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    private Class<?> load(String name) throws ClassNotFoundException {
        URL url = findResource(name.replace('.', '/') + ".class");
        if (url == null) {
            throw new ClassNotFoundException(name);
        }
        byte[] probed = probed(name, url);
        int dot = name.lastIndexOf('.');
        if (dot >= 0 && getDefinedPackage(name.substring(0, dot)) == null) {
            definePackage(name.substring(0, dot), null, null, null, null, null, null, null);
        }
        return defineClass(name, probed, 0, probed.length, domainOf(url));
    }

    private byte[] probed(String name, URL url) throws ClassNotFoundException {
        String internalName = name.replace('.', '/');
        byte[] probed = instrumenter.isAlwaysTheSame(internalName)
            ? Worker.rewritten.find(internalName) : null;
        if (probed != null) {
            return probed;
        }
        byte[] bytes;
        try (InputStream in = url.openStream()) {
            bytes = in.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
        probed = probed(name, bytes);
        if (instrumenter.isAlwaysTheSame(internalName)) {
            Worker.rewritten.add(internalName, probed);
        }
        return probed;
    }

    /** A class that ASM cannot read is malformed, whatever exception it throws. */
    private byte[] probed(String name, byte[] bytes) {
        try {
            return instrumenter.instrument(name.replace('.', '/'), bytes);
        } catch (RuntimeException e) {
            ClassFormatError error = new ClassFormatError(name + ": " + reasonOf(e));
            error.initCause(e);
            throw error;
        }
    }

    private static String reasonOf(RuntimeException error) {
        boolean isTold = error instanceof IllegalArgumentException && error.getMessage() != null;
        return isTold ? error.getMessage() : "the class file is malformed";
    }

    private ProtectionDomain domainOf(URL url) {
        CodeSource source = new CodeSource(url, (Certificate[]) null);
        return new ProtectionDomain(source, null, this, null);
    }

    /** Defines a class that this runtime made. */
    Class<?> define(String name, byte[] bytes) {
        return defineClass(name, bytes, 0, bytes.length);
    }
}
