// SPDX-License-Identifier: Apache-2.0
// Class files of a class path, and class loaders that define them anew for each run of a test, so
// that static state is fresh. Next: Referee.java.
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

final class Fresh extends ClassLoader {
    /** What all runs share. */
    static final class Files {
        private final URLClassLoader loader;
        private final Map<String, byte[]> known = new HashMap<>();

        Files(String classPath) throws MalformedURLException {
            List<URL> urls = new ArrayList<>();
            for (String path : classPath.split(File.pathSeparator)) {
                urls.add(new File(path).toURI().toURL());
            }
            loader = new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
        }

        /** Null where there is no such class. */
        synchronized byte[] read(String name) {
            return known.computeIfAbsent(name, one -> {
                try (InputStream stream = loader.getResourceAsStream(one.replace('.', '/') + ".class")) {
                    return stream == null ? null : stream.readAllBytes();
                } catch (IOException error) {
                    throw new IllegalStateException(error);
                }
            });
        }
    }

    private final Files files;
    private final Map<String, byte[]> changed;

    /** `changed` replaces files, by name of the class. */
    Fresh(Files files, Map<String, byte[]> changed) {
        super(Fresh.class.getClassLoader());
        this.files = files;
        this.changed = changed;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            if (name.equals("Recorder") || name.startsWith("org.junit.") || name.startsWith("org.hamcrest.")) {
                return super.loadClass(name, resolve);
            }
            try {
                return ClassLoader.getPlatformClassLoader().loadClass(name);
            } catch (ClassNotFoundException notOfTheJdk) {
                byte[] bytes = changed.containsKey(name) ? changed.get(name) : files.read(name);
                if (bytes == null) {
                    throw new ClassNotFoundException(name);
                }
                int end = name.lastIndexOf('.');
                if (end > 0 && getDefinedPackage(name.substring(0, end)) == null) {
                    definePackage(name.substring(0, end), null, null, null, null, null, null, null);
                }
                return defineClass(name, bytes, 0, bytes.length);
            }
        }
    }

    @Override
    public URL getResource(String name) {
        return files.loader.getResource(name);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        return files.loader.getResources(name);
    }
}
