// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** The callable table and its dispatchers; both only grow. */
final class Callables {
    /** In the names of the classes that make the calls of tests. */
    static final String DISPATCHER = "sbst$Dispatch";

    final SubjectLoader loader;
    private final String prefix;
    private final Set<String> classesUnderTest;
    private final FunctionWriter functions;
    private final StandInWriter standIns;
    private final BeanWriter beans;

    private int dispatcherCount;
    int count;
    Dispatch[] dispatchers = new Dispatch[0];
    int[] cases = new int[0];
    char[] resultSorts = new char[0];
    /** The callable enters a method of a class under test. */
    boolean[] isDirect = new boolean[0];
    /** The first argument is the object that the call is made on. */
    boolean[] hasReceiver = new boolean[0];

    /** Null where results are not asked. */
    final ResultObservers resultObservers;
    /** The observers of the callable's results; null if it has none. */
    int[][] asked = new int[0][];

    /** @param dispatcher in the names of the classes that make these calls. */
    Callables(
        SubjectLoader loader, Plan plan, String dispatcher, ResultObservers resultObservers) {
        this.loader = loader;
        this.resultObservers = resultObservers;
        String folder = plan.packageName.isEmpty() ? "" : plan.packageName + "/";
        prefix = folder + dispatcher;
        classesUnderTest = plan.classes.keySet();
        functions = new FunctionWriter(loader, folder + "sbst$Function");
        standIns = new StandInWriter(loader, folder + "sbst$StandIn");
        beans = new BeanWriter(loader, folder + "sbst$Bean");
    }

    void add(List<Callable> added) throws ReflectiveOperationException {
        int number = added.size();
        dispatchers = Arrays.copyOf(dispatchers, count + number);
        cases = Arrays.copyOf(cases, count + number);
        resultSorts = Arrays.copyOf(resultSorts, count + number);
        isDirect = Arrays.copyOf(isDirect, count + number);
        hasReceiver = Arrays.copyOf(hasReceiver, count + number);
        asked = Arrays.copyOf(asked, count + number);
        for (int from = 0; from < number; from += DispatchWriter.MOST_CASES) {
            addDispatcher(added.subList(from, Math.min(number, from + DispatchWriter.MOST_CASES)));
        }
    }

    private void addDispatcher(List<Callable> part) throws ReflectiveOperationException {
        String name = prefix + dispatcherCount++;
        byte[] bytes = new DispatchWriter(name, functions, standIns, beans).write(part);
        Dispatch dispatch = (Dispatch) loader.define(name.replace('/', '.'), bytes)
            .getConstructor().newInstance();
        for (int i = 0; i < part.size(); i++) {
            Callable callable = part.get(i);
            dispatchers[count] = dispatch;
            cases[count] = i;
            resultSorts[count] = callable.resultSort();
            isDirect[count] = callable.isMethod() && classesUnderTest.contains(callable.owner);
            hasReceiver[count] = callable.hasReceiver();
            asked[count] = resultObservers == null ? null : resultObservers.of(callable);
            count++;
        }
    }
}
